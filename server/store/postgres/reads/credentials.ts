import type { Id } from '../../../../shared/primitives.ts'
import type { CredentialVersion } from '../../records.ts'
import { type CredentialRow, toCredentialVersion } from '../../rows/credentials.ts'
import { type CustodianOfTenantRow, toCustodianRecord } from '../../rows/custodians.ts'
import { type KeyRow, toKeyRecord } from '../../rows/keys.ts'
import type { Reads } from '../../store.ts'
import { only, type SqlQuery } from '../connection.ts'
import { databaseTime } from '../lease.ts'

const versionsSql = `
  SELECT p.custodian_id, c.tenant_id, p.version, p.key_id, p.wrapped_key, p.ciphertext
  FROM credentials p JOIN custodians c USING (custodian_id)`

export async function activeVersion(query: SqlQuery, custodianId: Id): Promise<CredentialVersion | null> {
  const sql = `${versionsSql} WHERE custodian_id = $custodianId AND retired_at IS NULL`
  const [row] = await query<CredentialRow>(sql, { custodianId })
  return row ? toCredentialVersion(row) : null
}

/** In one statement, so that both are of one moment. */
const storedSql = `
  SELECT c.custodian_id, c.tenant_id, c.name, c.provider, c.base_url, c.provider_account, c.credential_version,
    c.disabled_at, t.disabled_at AS tenant_disabled_at, p.version, p.key_id, p.wrapped_key, p.ciphertext
  FROM custodians c JOIN tenants t USING (tenant_id)
    LEFT JOIN credentials p ON p.custodian_id = c.custodian_id AND p.retired_at IS NULL
  WHERE c.custodian_id = $custodianId AND c.tenant_id = coalesce($tenantId, c.tenant_id)`

type StoredRow = CustodianOfTenantRow & (CredentialRow | { readonly key_id: null })

const hasPair = (row: StoredRow): row is CustodianOfTenantRow & CredentialRow => row.key_id !== null

type CredentialReads = Pick<
  Reads,
  'findCredentials' | 'listCredentialsNotUnder' | 'countCredentialsByKey' | 'listKeys' | 'salt'
>

const countSql = `
  SELECT key_id, count(*) AS pairs FROM (
    SELECT key_id FROM credentials
    UNION ALL SELECT secret::json ->> 'keyId' FROM webhooks
    UNION ALL SELECT previous_secret::json ->> 'keyId' FROM webhooks WHERE previous_secret IS NOT NULL) AS sealed
  GROUP BY key_id ORDER BY key_id COLLATE "C"`

/** Servers that live, and did not note that they can use the key `k`. */
export const missedBySql = `
  SELECT s.name FROM servers s WHERE s.alive_until >= ${databaseTime} AND NOT EXISTS (
    SELECT FROM key_holders h WHERE h.server_id = s.server_id AND h.key_id = k.key_id) ORDER BY s.name`

const keysSql = `
  SELECT key_id, state, fingerprint_root, held_at, CASE WHEN state = 'next' THEN ARRAY(${missedBySql}) END AS missed_by
  FROM keys k ORDER BY state, key_id COLLATE "C"`

export const credentialReads = (query: SqlQuery): CredentialReads => ({
  findCredentials: async (key) => {
    const [row] = await query<StoredRow>(storedSql, key)
    return row ? { custodian: toCustodianRecord(row), current: hasPair(row) ? toCredentialVersion(row) : null } : null
  },
  listCredentialsNotUnder: async (keyId, limit) => {
    const sql = `${versionsSql} WHERE key_id <> $keyId ORDER BY custodian_id, p.version LIMIT $limit`
    return (await query<CredentialRow>(sql, { keyId, limit })).map(toCredentialVersion)
  },
  countCredentialsByKey: async () => {
    const rows = await query<{ key_id: string; pairs: bigint }>(countSql)
    return rows.map((row) => ({ keyId: row.key_id, pairs: Number(row.pairs) }))
  },
  listKeys: async () => {
    return (await query<KeyRow>(keysSql)).map(toKeyRecord)
  },
  salt: async () => only(await query<{ salt: Uint8Array }>('SELECT salt FROM installation')).salt,
})
