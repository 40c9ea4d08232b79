import type { Id } from '../../../../shared/primitives.ts'
import { toInt } from '../../integers.ts'
import type { CredentialVersion } from '../../records.ts'
import { type CredentialRow, toCredentialVersion } from '../../rows/credentials.ts'
import type { CredentialsOfKey, CustodianKey, StoredCredentials } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { findCustodian } from './custodians.ts'

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

const countSql = `
  SELECT key_id, count(*) AS pairs FROM (
    SELECT key_id FROM credentials
    UNION ALL SELECT secret ->> 'keyId' FROM webhooks
    UNION ALL SELECT previous_secret ->> 'keyId' FROM webhooks WHERE previous_secret IS NOT NULL)
  GROUP BY key_id ORDER BY key_id`

export const countCredentialsByKey = (db: Connection): readonly CredentialsOfKey[] =>
  prepared<{ key_id: string; pairs: bigint }>(db, countSql)
    .all()
    .map((row) => ({ keyId: row.key_id, pairs: Number(row.pairs) }))
