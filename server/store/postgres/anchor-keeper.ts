import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import { readAnchor } from '../anchor-file.ts'
import type { AuditHead } from '../store.ts'
import type { SqlQuery } from './connection.ts'

type Head = NonNullable<AuditHead>

/** The last record that this server acknowledged, in a file of its own outside the database. */
export type AnchorKeeper = {
  /** Resolves once the file names this record or a later one, or cannot be written; many records share one write. */
  acknowledge(head: Head): Promise<void>
  /** The number of the last record that was acknowledged; 0 before the first. */
  acknowledged(): bigint
  /**
   * Rejects with a `DataFolderError` where the database does not have what was acknowledged, as after the loss of its last
   * commits or the restore of an older dump.
   */
  verify(query: SqlQuery): Promise<void>
}

async function makeDurable(path: string, text?: string): Promise<void> {
  const handle = await open(path, text === undefined ? 'r' : 'w', 0o600)
  try {
    if (text !== undefined) await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeDurably(file: string, { sequence, hash }: Head): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await makeDurable(draft, `${sequence} ${hash}\n`)
    await rename(draft, file)
  } catch (error) {
    // Each write has a draft of its own: a disk that stays full would gather them.
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
  await makeDurable(dirname(file))
}

export function keepAnchor(file: string, onWarning: (warning: string) => void): AnchorKeeper {
  const stored = readAnchor(file)
  let written = stored?.sequence ?? 0n
  let latest: Head | null = stored && { sequence: `${stored.sequence}` as Head['sequence'], hash: stored.hash }
  let writing: Promise<void> | null = null

  const writeLatest = async () => {
    const head = latest as Head
    await writeDurably(file, head)
    written = BigInt(head.sequence)
  }
  return {
    async acknowledge(head) {
      if (!latest || BigInt(head.sequence) > BigInt(latest.sequence)) latest = head
      try {
        while (written < BigInt(head.sequence)) {
          writing ??= writeLatest().finally(() => {
            writing = null
          })
          await writing
        }
      } catch (error) {
        onWarning(`the audit's anchor could not be written (${(error as Error).message}); the next write tries again`)
      }
    },
    acknowledged: () => BigInt(latest?.sequence ?? 0),
    async verify(query) {
      if (!latest) return
      const sql = 'SELECT FROM audit WHERE sequence = $sequence AND hash = $hash'
      const found = await query(sql, { sequence: latest.sequence, hash: latest.hash })
      if (found.length === 0) throw missing(latest)
    },
  }
}

const missing = ({ sequence }: Head) =>
  new DataFolderError(
    `the database does not have record ${sequence} of the audit, which this server acknowledged`,
    'Acknowledged changes are missing, as after a failover to a standby that was behind, or the restore of an older dump: restore the database from a backup that has this record, or see "Failover" in docs/production.md.',
    'database',
  )
