import { chainStart, mayLag } from '../../audit/chain.ts'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import { sync } from '../../platform/durable-files.ts'
import { type Anchor, anchorState, readAnchor, writeAnchor } from '../anchor-file.ts'
import { commitStartOf } from '../rows/audit.ts'
import type { Connection } from './connection.ts'
import { prepared } from './statements.ts'
import { withoutOtherCommits } from './transact.ts'
import { headOf } from './writes/append-audit.ts'

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
  const isUp = typeof anchor !== 'string' && anchor.sequence === `${head.sequence}`
  // A process that was killed may have written it and not flushed it.
  if (isUp) sync(file)
  else writeAnchor(file, head)
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
