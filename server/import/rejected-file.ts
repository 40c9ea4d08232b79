import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RefusedLine } from './detect.ts'
import { standardInput } from './input.ts'

/** The file of refused lines; it does not exist until a line is refused. */
export type RejectedFile = {
  add(lines: readonly RefusedLine[]): void
  /** Moves it into place. Returns its name, or null if nothing was refused. */
  close(): string | null
}

/** The path of the file of refused lines is taken by something this program did not write. Nothing was imported. */
export class RejectedFileTaken extends Error {
  readonly nextStep = 'Move it away, then import again.'

  constructor(name: string, cause: string) {
    super(`cannot write rejected lines to ${name}: ${cause}; nothing was imported`)
  }
}

/** Not through a link, and without blocking on a pipe; Windows has neither flag. */
const readWithoutFollowing = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The first bytes of every file of refused lines. */
const beginning = /^\{"line":\d+,"reason":"/

const causes: Readonly<Record<string, string>> = {
  ELOOP: 'it is a link',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
}

/** Why a path cannot be used for refused lines; null if it is free or was written by an earlier import. */
function faultOfName(name: string): string | null {
  let file: number | null = null
  try {
    file = openSync(name, readWithoutFollowing)
    return faultOfFile(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : (causes[code] ?? `it cannot be opened (${code})`)
  } finally {
    if (file !== null) closeSync(file)
  }
}

function faultOfFile(file: number): string | null {
  const stats = fstatSync(file)
  if (!stats.isFile()) return stats.isDirectory() ? 'it is a folder' : 'it is not a regular file'
  if (stats.nlink > 1) return 'it has more than one hard link'
  if (process.getuid && stats.uid !== process.getuid()) return 'it belongs to another user'
  const head = Buffer.alloc(60)
  const text = head.toString('utf8', 0, readSync(file, head))
  return text === '' || beginning.test(text) ? null : 'it was not written by an import'
}

const rejectedNameOf = (file: string): string => `${file === standardInput ? 'standard-input' : file}.rejected.ndjson`

/** Throws `RejectedFileTaken` unless refused lines can be stored. */
export function assertRejectedNameFree(file: string): void {
  const name = rejectedNameOf(file)
  const cause = faultOfName(name)
  if (cause !== null) throw new RejectedFileTaken(name, cause)
}

const draftOf = (name: string, pid: number) => `${name}.${pid}.part`

function isRunning(pid: number): boolean {
  try {
    return pid !== process.pid && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes drafts left behind by killed imports. */
function removeDrafts(name: string): void {
  const folder = dirname(name)
  for (const entry of readdirSync(folder)) {
    const [, pid] = (entry.startsWith(basename(name)) && /\.(\d{1,10})\.part$/.exec(entry)) || []
    if (pid === undefined || entry !== basename(draftOf(name, Number(pid))) || isRunning(Number(pid))) continue
    const draft = join(folder, entry)
    if (faultOfName(draft) === null) rmSync(draft, { force: true })
  }
}

/**
 * Begins again: what an earlier import of the file left is removed. The lines go into a draft that must not exist yet,
 * so that no other user can plant a link there; it gets its name when it is complete. Throws `RejectedFileTaken`.
 */
export function createRejectedFile(file: string): RejectedFile {
  const name = rejectedNameOf(file)
  const draft = draftOf(name, process.pid)
  let handle: number | null = null
  assertRejectedNameFree(file)
  rmSync(name, { force: true })
  removeDrafts(name)
  return {
    add(lines) {
      if (!lines.length) return
      handle ??= openSync(draft, 'wx', 0o600)
      writeFileSync(handle, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    },
    close() {
      if (handle === null) return null
      fsyncSync(handle)
      closeSync(handle)
      return putInPlace(draft, name)
    },
  }
}

/** If a folder has taken its place by then, the draft keeps its own name and its content. */
function putInPlace(draft: string, name: string): string {
  try {
    renameSync(draft, name)
    return name
  } catch {
    return draft
  }
}
