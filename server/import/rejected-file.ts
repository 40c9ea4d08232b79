import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { RefusedLine } from './detect.ts'

/** Where the refused lines of a file go; there is none while nothing was refused. */
export type RejectedFile = {
  add(lines: readonly RefusedLine[]): void
  /** Answers its name, or null when there is none. */
  close(): string | null
}

/** Begins anew: what an earlier import of the file left is removed. */
export function createRejectedFile(file: string): RejectedFile {
  const name = `${file}.rejected.ndjson`
  let handle: number | null = null
  rmSync(name, { force: true })
  return {
    add(lines) {
      if (!lines.length) return
      handle ??= openSync(name, 'w', 0o600)
      writeSync(handle, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    },
    close() {
      if (handle === null) return null
      closeSync(handle)
      return name
    },
  }
}
