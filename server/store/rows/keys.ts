import type { KeyRecord } from '../../vault/key-record.ts'

export type KeyRow = {
  key_id: string
  state: KeyRecord['state']
  fingerprint_root: Uint8Array | null
  held_at: bigint | null
  missed_by?: readonly string[] | null
}

export const toKeyRecord = (row: KeyRow): KeyRecord => ({
  keyId: row.key_id,
  state: row.state,
  fingerprintRoot: row.fingerprint_root,
  heldAt: row.held_at === null || row.missed_by?.length ? null : Number(row.held_at),
  missedBy: row.missed_by ?? [],
})
