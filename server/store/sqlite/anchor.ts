import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { DataFolderError } from '../../data-folder-error.ts'
import type { AnchorState } from '../inspection.ts'
import type { Connection } from './connection.ts'
import { prepared } from './statements.ts'
import { headOf } from './writes/append-audit.ts'

export type Anchor = { readonly sequence: bigint; readonly hash: string }

/**
 * Writes the head of the audit chain outside the database, durably: a database that lost commits then shows it.
 * Each process has a draft of its own, since a command may write beside the server.
 */
export function writeAnchor(file: string, { sequence, hash }: Anchor): void {
  const next = `${file}.${process.pid}`
  const handle = openSync(next, 'w', 0o600)
  try {
    writeSync(handle, `${sequence} ${hash}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(next, file)
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

/** The same for those that go on with whatever they find. */
export function anchorState(file: string): AnchorState {
  try {
    const anchor = readAnchor(file)
    return anchor ? { sequence: `${anchor.sequence}`, hash: anchor.hash } : 'missing'
  } catch (error) {
    if (error instanceof DataFolderError) return 'damaged'
    throw error
  }
}

/** Refuses a database whose audit ends before its anchor or differs there: commits that were acknowledged are missing. */
export function assertAnchored(db: Connection, file: string): void {
  const anchor = readAnchor(file)
  const head = headOf(db)
  if (!anchor && head.sequence > 0n) throw unanchored(head)
  if (!anchor || anchor.sequence === 0n) return
  const row = prepared<{ hash: string }>(db, 'SELECT hash FROM audit WHERE sequence = ?').get(anchor.sequence)
  if (row?.hash !== anchor.hash) throw behind(head, anchor)
}

/** Brings the anchor to the head of an audit that was found anchored; a kill may have come between commit and anchor. */
export function anchorHead(db: Connection, file: string): void {
  const head = headOf(db)
  if (readAnchor(file)?.sequence !== head.sequence) writeAnchor(file, head)
}

const unanchored = ({ sequence }: Anchor) =>
  new DataFolderError(
    `audit.anchor is missing, so nothing tells whether record ${sequence} is the last that was stored`,
    'Run "strongroom audit verify", compare its head with what you expect, then follow "A lost anchor" in docs/audit.md.',
  )

const behind = (head: Anchor, anchor: Anchor) =>
  new DataFolderError(
    `the audit ends at record ${head.sequence}, but its anchor says that record ${anchor.sequence} was stored`,
    'Acknowledged changes are missing: restore the latest backup with "strongroom backup restore".',
  )
