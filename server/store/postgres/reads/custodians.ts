import type { AdministeredCustodian } from '../../../../shared/custodians.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { Tenant } from '../../../../shared/tenants.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import type { CustodianRecord } from '../../records.ts'
import {
  type CustodianOfTenantRow,
  type ListedCustodianRow,
  type TenantRow,
  toAdministeredCustodian,
  toCustodian,
  toCustodianRecord,
  toTenant,
} from '../../rows/custodians.ts'
import type { CustodianKey, PageRequest, Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'

const tenantsSql = `
  SELECT tenant_id, name, version, disabled_at FROM tenants
  WHERE $tenant::bigint IN (tenant_id, 0) AND tenant_id > $after ORDER BY tenant_id LIMIT $limit`

const custodianColumns = `c.custodian_id, c.tenant_id, c.name, c.provider, c.base_url, c.provider_account,
  c.credential_version, c.last_check, c.last_checked_at, c.version, c.disabled_at`

const custodiansSql = `
  SELECT ${custodianColumns}, p.stored_at, p.api_key_id, EXISTS (
    SELECT FROM rotations r WHERE r.custodian_id = c.custodian_id AND r.outcome IS NULL
  ) AS rotating, CASE WHEN c.credential_version > 1 THEN (
    SELECT previous_api_key_id FROM rotations r
    WHERE r.custodian_id = c.custodian_id AND r.outcome = 'stored' AND r.credential_version = c.credential_version - 1
    ORDER BY rotation_id DESC LIMIT 1
  ) END AS previous_api_key_id
  FROM custodians c LEFT JOIN credentials p ON p.custodian_id = c.custodian_id AND p.retired_at IS NULL
  WHERE $tenant::bigint IN (c.tenant_id, 0) AND c.custodian_id > $after ORDER BY c.custodian_id LIMIT $limit`

/** A LIMIT of null is none. */
const all = { after: 0, limit: null }
const afterId = (page: PageRequest) => ({ after: page.after?.[0] ?? 0, limit: rowsFor(page) })
const oneWith = (id: Id) => ({ after: BigInt(id) - 1n, limit: 1 })
/** Of which tenant; 0 is all of them. */
const ofTenant = (tenantId: Id | null) => ({ tenant: tenantId ?? 0 })

export async function tenantWith(query: SqlQuery, tenantId: Id): Promise<Tenant | null> {
  const [row] = await query<TenantRow>(tenantsSql, { ...ofTenant(tenantId), ...oneWith(tenantId) })
  return row ? toTenant(row) : null
}

/** One custodian with what administrators set of it. */
export async function custodianWith(query: SqlQuery, custodianId: Id): Promise<AdministeredCustodian | null> {
  const [row] = await query<ListedCustodianRow>(custodiansSql, { tenant: 0, ...oneWith(custodianId) })
  return row?.custodian_id === BigInt(custodianId) ? toAdministeredCustodian(row) : null
}

const recordSql = `
  SELECT ${custodianColumns}, t.disabled_at AS tenant_disabled_at FROM custodians c JOIN tenants t USING (tenant_id)
  WHERE custodian_id = $custodianId AND c.tenant_id = coalesce($tenantId, c.tenant_id)`

/** The custodian, unless it is another tenant's. */
export async function custodianOf(query: SqlQuery, key: CustodianKey): Promise<CustodianRecord | null> {
  const [row] = await query<CustodianOfTenantRow>(recordSql, key)
  return row ? toCustodianRecord(row) : null
}

/** The same for a write: no other write of this custodian goes on until this transaction has ended. */
export async function lockedCustodian(query: SqlQuery, key: CustodianKey): Promise<CustodianRecord | null> {
  const [row] = await query<CustodianOfTenantRow>(`${recordSql} FOR NO KEY UPDATE OF c`, key)
  return row ? toCustodianRecord(row) : null
}

/** Those of these IDs that are there. */
export async function custodiansOf(query: SqlQuery, ids: readonly Id[]): Promise<ReadonlyMap<Id, CustodianRecord>> {
  const sql = `SELECT ${custodianColumns}, t.disabled_at AS tenant_disabled_at
    FROM custodians c JOIN tenants t USING (tenant_id) WHERE custodian_id = ANY($ids::bigint[])`
  const rows = await query<CustodianOfTenantRow>(sql, { ids: [...new Set(ids)] })
  return new Map(rows.map(toCustodianRecord).map((record) => [record.custodianId, record]))
}

type CustodianReads = Pick<
  Reads,
  'findTenant' | 'listTenants' | 'tenantsPage' | 'listCustodians' | 'custodiansPage' | 'findCustodian'
>

export const custodianReads = (query: SqlQuery): CustodianReads => ({
  findTenant: (tenantId) => tenantWith(query, tenantId),
  listTenants: async (tenantId) => {
    const range = tenantId ? oneWith(tenantId) : all
    return (await query<TenantRow>(tenantsSql, { ...ofTenant(tenantId), ...range })).map(toTenant)
  },
  tenantsPage: async (tenantId, page) => {
    const rows = await query<TenantRow>(tenantsSql, { ...ofTenant(tenantId), ...afterId(page) })
    return pageFrom(rows.map(toTenant), page, ({ id }) => [id])
  },
  listCustodians: async (tenantId) =>
    (await query<ListedCustodianRow>(custodiansSql, { ...ofTenant(tenantId), ...all })).map(toCustodian),
  custodiansPage: async (tenantId, page) => {
    const rows = await query<ListedCustodianRow>(custodiansSql, { ...ofTenant(tenantId), ...afterId(page) })
    return pageFrom(rows.map(toCustodian), page, ({ id }) => [id])
  },
  findCustodian: (key) => custodianOf(query, key),
})
