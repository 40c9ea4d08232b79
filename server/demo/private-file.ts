import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that only its owner can read, atomically. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const next = `${path}.next`
  rmSync(next, { force: true })
  writeFileSync(next, text, { mode: 0o600, flag: 'wx' })
  renameSync(next, path)
}
