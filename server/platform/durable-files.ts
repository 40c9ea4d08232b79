import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes durable what was written into a file, or which names a folder has. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes a folder that only its owner may enter, and those above it, so that a power cut does not take them away again. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) sync(dirname(made))
}

/** Gives a finished draft its name, which must be free: the file is there whole or not at all, also after a power cut. */
export function publish(draft: string, path: string): void {
  sync(draft)
  linkSync(draft, path)
  rmSync(draft)
  sync(dirname(path))
}
