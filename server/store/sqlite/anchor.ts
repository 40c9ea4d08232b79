import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { chainStart, mayLag } from '../../audit/chain.ts'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import { sync } from '../../platform/durable-files.ts'
import type { AnchorState } from '../inspection.ts'
import type { Connection } from './connection.ts'
import { commitStartOf } from './inspect/audit-links.ts'
import { prepared } from './statements.ts'
import { withoutOtherCommits } from './transact.ts'
import { headOf } from './writes/append-audit.ts'

export type Anchor = { readonly sequence: bigint; readonly hash: string }

const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants

/**
 * Writes the head of the audit chain outside the database, durably: a database that lost commits then shows it.
 * Each process has a draft of its own, since a command may write while the server runs.
 */
export function writeAnchor(file: string, { sequence, hash }: Anchor): void {
  const next = `${file}.${process.pid}`
  const handle = openSync(next, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  try {
    giveToOwner(handle, dirname(file))
    writeSync(handle, `${sequence} ${hash}\n`)
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
  const [, sequence, hash] = /^(\d{1,19}) ([0-9a-f]{64})\n$/.exec(readFileSync(file, 'latin1')) ?? []
  if (!sequence || !hash)
    throw new DataFolderError(
      'audit.anchor is damaged',
      'Restore the folder from a backup, or run "strongroom audit verify" to see what is left.',
    )
  return { sequence: BigInt(sequence), hash }
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

/** How often both are read while other processes write; each time takes less than a commit. */
const mostReadings = 100

/**
 * Reads from the database together with the anchor of the same moment, which must not have changed meanwhile. What was
 * read while the anchor changed is released.
 */
export function readWithAnchor<Read>(file: string, read: () => Read, release: (value: Read) => void = () => {}) {
  for (let readings = 1; ; readings += 1) {
    const anchor = anchorState(file)
    const value = read()
    if (JSON.stringify(anchorState(file)) === JSON.stringify(anchor)) return { anchor, value }
    release(value)
    if (readings === mostReadings)
      throw new DataFolderError('its audit log grows faster than it can be read', 'Run the command again later.')
  }
}

type EndRow = { sequence: bigint; commit_start?: bigint | null }

/** Refuses a database whose audit does not fit its anchor: commits that were acknowledged are missing, or it was set back. */
export function assertAnchored(db: Connection, file: string): void {
  const { anchor, value } = readWithAnchor(file, () => endWithAnchor(db, readAnchor(file)))
  if (anchor === 'missing' && value.head.sequence > 0n) throw unanchored(value.head)
  if (typeof anchor === 'string') return
  if (value.anchoredHash !== anchor.hash) throw behind(value.head, anchor.sequence)
  if (!mayLag(anchor.sequence, value.end)) throw lagging(value.head, anchor.sequence)
}

/** The end of the audit, and the hash of the record that the anchor names. */
function endWithAnchor(db: Connection, anchor: Anchor | null) {
  const sequence = anchor?.sequence ?? 0n
  const head = headOf(db)
  const last = prepared<EndRow>(db, 'SELECT * FROM audit WHERE sequence = ?').get(head.sequence)
  const named = prepared<{ hash: string }>(db, 'SELECT hash FROM audit WHERE sequence = ?').get(sequence)
  return {
    head,
    end: { sequence: `${head.sequence}`, commitStart: commitStartOf(last ?? { ...head, commit_start: null }) },
    anchoredHash: sequence === 0n ? chainStart : named?.hash,
  }
}

/** Brings the anchor to the head of an audit that was found anchored; a kill may have come between commit and anchor. */
export const anchorHead = (db: Connection, file: string): bigint =>
  withoutOtherCommits(db, () => bringUpAnchor(db, file))

/** The same where no other process can commit; otherwise an older head could overwrite a newer one. */
export function bringUpAnchor(db: Connection, file: string): bigint {
  const head = headOf(db)
  const anchor = anchorState(file)
  if (typeof anchor === 'string' || anchor.sequence !== `${head.sequence}`) writeAnchor(file, head)
  return head.sequence
}

const unanchored = ({ sequence }: Anchor) =>
  new DataFolderError(
    `audit.anchor is missing, so it is unknown whether record ${sequence} is the last that was stored`,
    'Run "strongroom audit verify", compare its head with what you expect, then follow "A lost anchor" in docs/audit.md.',
  )

const lagging = (head: Anchor, anchored: string) =>
  new DataFolderError(
    `the audit log ends at record ${head.sequence}, but its anchor names record ${anchored}: an interrupted commit cannot leave it this far behind`,
    'audit.anchor was set back, perhaps to hide lost records: follow "A lost anchor" in docs/audit.md.',
  )

const behind = (head: Anchor, anchored: string) =>
  new DataFolderError(
    `the audit log ends at record ${head.sequence}, but its anchor says that record ${anchored} was stored`,
    'Acknowledged changes are missing: restore the latest backup with "strongroom backup restore".',
  )
