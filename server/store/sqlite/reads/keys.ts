import type { KeyRecord } from '../../../vault/key-record.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

type KeyRow = {
  key_id: string
  state: KeyRecord['state']
  fingerprint_root: Uint8Array | null
  held_at: bigint | null
}

const toKeyRecord = (row: KeyRow): KeyRecord => ({
  keyId: row.key_id,
  state: row.state,
  fingerprintRoot: row.fingerprint_root,
  heldAt: row.held_at === null ? null : Number(row.held_at),
})

export const selectKeys = (db: Connection): readonly KeyRecord[] =>
  prepared<KeyRow>(db, 'SELECT * FROM keys ORDER BY state, key_id').all().map(toKeyRecord)

export const activeKeyId = (db: Connection): string | null =>
  prepared<{ key_id: string }>(db, "SELECT key_id FROM keys WHERE state = 'active'").get()?.key_id ?? null
