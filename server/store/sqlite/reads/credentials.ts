import type { Id } from '../../../../shared/primitives.ts'
import type { CredentialVersion } from '../../records.ts'
import type { CredentialsOfKey, CustodianKey, StoredCredentials } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import { findCustodian } from './custodians.ts'

export type CredentialRow = {
  custodian_id: bigint
  tenant_id: bigint
  version: bigint
  key_id: string
  wrapped_key: Uint8Array
  ciphertext: Uint8Array
}

export const toCredentialVersion = (row: CredentialRow): CredentialVersion => ({
  custodianId: toId(row.custodian_id),
  tenantId: toId(row.tenant_id),
  version: Number(row.version),
  sealed: { keyId: row.key_id, wrappedKey: row.wrapped_key, ciphertext: row.ciphertext },
})

const select = 'SELECT p.*, c.tenant_id FROM credentials p JOIN custodians c USING (custodian_id)'

export function findActiveVersion(db: Connection, custodianId: Id): CredentialVersion | null {
  const row = prepared<CredentialRow>(db, `${select} WHERE custodian_id = ? AND retired_at IS NULL`).get(
    toInt(custodianId),
  )
  return row ? toCredentialVersion(row) : null
}

export function findCredentials(db: Connection, key: CustodianKey): StoredCredentials | null {
  const custodian = findCustodian(db, key)
  return custodian && { custodian, current: findActiveVersion(db, key.custodianId) }
}

export const listCredentialsNotUnder = (db: Connection, keyId: string, limit: number): readonly CredentialVersion[] =>
  prepared<CredentialRow>(db, `${select} WHERE key_id <> ? ORDER BY custodian_id, version LIMIT ?`)
    .all(keyId, limit)
    .map(toCredentialVersion)

export const countCredentialsByKey = (db: Connection): readonly CredentialsOfKey[] =>
  prepared<{ key_id: string; pairs: bigint }>(
    db,
    'SELECT key_id, count(*) AS pairs FROM credentials GROUP BY key_id ORDER BY key_id',
  )
    .all()
    .map((row) => ({ keyId: row.key_id, pairs: Number(row.pairs) }))
