import { basename } from 'node:path'
import { SingleBar } from 'cli-progress'
import type { Progress } from '../import/import-files.ts'

export type ImportProgress = { show(progress: Progress): void; stop(): void }

const none: ImportProgress = { show() {}, stop() {} }

/** A bar on standard error for a person who watches; nothing where nobody does. */
export function createImportProgress({ json }: { readonly json: boolean }): ImportProgress {
  if (json || !process.stderr.isTTY) return none
  const format = '{bar} {percentage} % of {total} bytes, {eta_formatted} left, {file}'
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true })
  let isStarted = false
  return {
    show({ file, readBytes, allBytes }) {
      const payload = { file: basename(file) }
      if (!isStarted) bar.start(allBytes, 0, payload)
      isStarted = true
      bar.update(readBytes, payload)
    },
    stop: () => bar.stop(),
  }
}
