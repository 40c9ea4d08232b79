import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes the content of a file, or the entries of a folder, durable. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Durably creates a folder that only its owner may enter, and its parents. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(path); made.length >= first.length; made = dirname(made)) sync(dirname(made))
}

/**
 * Gives a finished draft its name, which must be free: the file exists complete or not at all, even after a power
 * failure.
 */
export function publish(draft: string, path: string): void {
  sync(draft)
  linkSync(draft, path)
  rmSync(draft)
  sync(dirname(path))
}
