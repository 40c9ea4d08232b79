import type { KeyRecord } from '../../vault/key-record.ts'

export type KeyRow = {
  key_id: string
  state: KeyRecord['state']
  fingerprint_root: Uint8Array | null
  held_at: bigint | null
}

export const toKeyRecord = (row: KeyRow): KeyRecord => ({
  keyId: row.key_id,
  state: row.state,
  fingerprintRoot: row.fingerprint_root,
  heldAt: row.held_at === null ? null : Number(row.held_at),
})
