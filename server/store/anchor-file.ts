import { hash as digest } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { sync } from '../platform/durable-files.ts'
import type { AnchorState } from './inspection.ts'

export type Anchor = { readonly sequence: bigint; readonly hash: string }

/**
 * The file has two lines of one disk sector each. A new anchor overwrites the older one in place, which is durable after one
 * flush of those bytes; a new file takes three, of its content, its name and its folder. A power cut can damage only the line
 * that is being written, and the other one names the commit before.
 */
const lineLength = 512
const fileLength = 2 * lineLength

const blankLine = '\n'.padStart(lineLength)

const { O_RDWR, O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants

const checkOf = (text: string) => digest('sha256', text).slice(0, 8)

function lineOf({ sequence, hash }: Anchor): string {
  const text = `${sequence} ${hash}`
  return `${`${text} ${checkOf(text)}`.padEnd(lineLength - 1)}\n`
}

function anchorIn(line: string): Anchor | null {
  const [, text, sequence, hash, check] = /^((\d{1,19}) ([0-9a-f]{64})) ([0-9a-f]{8}) *$/.exec(line) ?? []
  return text && sequence && hash && checkOf(text) === check ? { sequence: BigInt(sequence), hash } : null
}

/** The line that an administrator, or an older version, wrote. */
function anchorByHand(content: string): Anchor | null {
  const [, sequence, hash] = /^(\d{1,19}) ([0-9a-f]{64})\n$/.exec(content) ?? []
  return sequence && hash ? { sequence: BigInt(sequence), hash } : null
}

const linesIn = (content: string) => content.split('\n').map(anchorIn)

const isNewer = (one: Anchor | null | undefined, other: Anchor | null | undefined): boolean =>
  (one?.sequence ?? -1n) > (other?.sequence ?? -1n)

function latestIn(content: string): Anchor | null {
  const [first = null, second = null] = linesIn(content)
  return anchorByHand(content) ?? (isNewer(second, first) ? second : first)
}

/** Writes the head of the audit chain outside the database, durably: a database that lost commits then shows it. */
export function writeAnchor(file: string, anchor: Anchor): void {
  if (!overwriteOlder(file, anchor)) replaceAnchor(file, anchor)
}

/**
 * Returns false if there is no file that may be changed in place, or if that failed: after a failed flush, a system may call
 * the same bytes durable that are not.
 */
function overwriteOlder(file: string, anchor: Anchor): boolean {
  try {
    const handle = openSync(file, O_RDWR | O_NOFOLLOW)
    try {
      return isOwn(handle, file) && overwriteOlderLine(handle, anchor)
    } finally {
      closeSync(handle)
    }
  } catch {
    return false
  }
}

function overwriteOlderLine(handle: number, anchor: Anchor): boolean {
  const content = Buffer.alloc(fileLength)
  readSync(handle, content)
  const [first, second] = linesIn(content.toString('latin1'))
  if (!first && !second) return false
  const at = isNewer(first, second) ? lineLength : 0
  writeSync(handle, lineOf(anchor), at, 'latin1')
  try {
    fdatasyncSync(handle)
    return true
  } catch (error) {
    // Until the system loses it, the line would be read as if it were durable.
    writeSync(handle, blankLine, at, 'latin1')
    throw error
  }
}

/** With another name it might be a backup, or a file that the owner of the folder may not change. */
function isOwn(handle: number, file: string): boolean {
  const { size, nlink, uid } = fstatSync(handle)
  return size === fileLength && nlink === 1 && (process.getuid?.() !== 0 || uid === statSync(dirname(file)).uid)
}

/** Writes a new file. Each process has a draft of its own, since a command may write while the server runs. */
export function replaceAnchor(file: string, anchor: Anchor): void {
  const next = `${file}.${process.pid}`
  const handle = openSync(next, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  try {
    giveToOwner(handle, dirname(file))
    writeSync(handle, `${lineOf(anchor)}${blankLine}`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(next, file)
  sync(dirname(file))
}

/** As SQLite does with its log: what root writes into the folder of a service, the service has to read afterward. */
function giveToOwner(handle: number, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  // With another name it might be a file that the owner of the folder may not have.
  if (uid !== 0 && fstatSync(handle).nlink === 1) fchownSync(handle, uid, gid)
}

export function readAnchor(file: string): Anchor | null {
  if (!existsSync(file)) return null
  const anchor = latestIn(readFileSync(file, 'latin1'))
  if (!anchor)
    throw new DataFolderError(
      'audit.anchor is damaged',
      'Restore the folder from a backup, or run "strongroom audit verify" to see what is left.',
    )
  return anchor
}

/** The same for callers that continue with any state of the anchor. */
export function anchorState(file: string): AnchorState {
  try {
    const anchor = readAnchor(file)
    return anchor ? { sequence: `${anchor.sequence}`, hash: anchor.hash } : 'missing'
  } catch (error) {
    if (error instanceof DataFolderError) return 'damaged'
    throw error
  }
}

/** How many records of an audit that ends at `head` its anchor does not name; null where none can be read. */
export function anchorLag(anchor: AnchorState, head: bigint): number | null {
  // Before the first record there is nothing to name.
  if (anchor === 'missing' && head === 0n) return 0
  return typeof anchor === 'string' ? null : Math.max(0, Number(head - BigInt(anchor.sequence)))
}
