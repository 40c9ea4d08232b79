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

/** Where the refused lines of a file go; there is none while nothing was refused. */
export type RejectedFile = {
  add(lines: readonly RefusedLine[]): void
  /** Puts it in its place. Answers its name, or null when there is none. */
  close(): string | null
}

/** Something that this program did not write has the name of a file of refused lines. Nothing was imported. */
export class RejectedFileTaken extends Error {
  readonly nextStep = 'Move it away, then import again.'

  constructor(name: string, cause: string) {
    super(`${name} cannot hold the refused lines: ${cause}; nothing was imported`)
  }
}

/** Not through a link, and without blocking on a pipe; Windows has neither flag. */
const readWithoutFollowing = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** How every file of refused lines begins. */
const beginning = /^\{"line":\d+,"reason":"/

const causes: Readonly<Record<string, string>> = {
  ELOOP: 'it is a link',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/** Why a name is not free for a file of refused lines; null when it is, or an earlier import wrote what is there. */
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
  if (stats.nlink > 1) return 'it has another name too'
  if (process.getuid && stats.uid !== process.getuid()) return 'it belongs to another user'
  const head = Buffer.alloc(60)
  const text = head.toString('utf8', 0, readSync(file, head))
  return text === '' || beginning.test(text) ? null : 'it was not written by an import'
}

const rejectedNameOf = (file: string): string => `${file === standardInput ? 'standard-input' : file}.rejected.ndjson`

/** Throws `RejectedFileTaken` unless the refused lines of an import could be stored. */
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

/** Removes what imports that were killed left behind. */
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
 * so that nobody can plant a link there; it gets its name when it is whole. Throws `RejectedFileTaken`.
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

/** Under its own name the draft still tells what was refused, should a folder have taken its place meanwhile. */
function putInPlace(draft: string, name: string): string {
  try {
    renameSync(draft, name)
    return name
  } catch {
    return draft
  }
}
