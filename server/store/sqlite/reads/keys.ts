import type { KeyRecord } from '../../../vault/key-record.ts'
import { type KeyRow, toKeyRecord } from '../../rows/keys.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

export const selectKeys = (db: Connection): readonly KeyRecord[] =>
  prepared<KeyRow>(db, 'SELECT * FROM keys ORDER BY state, key_id').all().map(toKeyRecord)

export const activeKeyId = (db: Connection): string | null =>
  prepared<{ key_id: string }>(db, "SELECT key_id FROM keys WHERE state = 'active'").get()?.key_id ?? null
