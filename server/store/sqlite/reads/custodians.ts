import type { AdministeredCustodian, Custodian, CustodianState } from '../../../../shared/custodians.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { ProviderId } from '../../../../shared/providers.ts'
import type { Tenant } from '../../../../shared/tenants.ts'
import type { CustodianRecord } from '../../records.ts'
import type { CustodianKey, Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt, toIntOrNull, toTimestampOrNull } from '../integers.ts'
import { prepared } from '../statements.ts'
import { pageFrom, rowsFor } from './page.ts'

type TenantRow = { tenant_id: bigint; name: string; version: bigint; disabled_at: bigint | null }

const tenantsSql = `
  SELECT * FROM tenants WHERE $tenant IN (tenant_id, 0) AND tenant_id > $after ORDER BY tenant_id LIMIT $limit`

const toTenant = (row: TenantRow): Tenant => ({
  id: toId(row.tenant_id),
  name: row.name,
  ...administeredOf(row),
})

/** What every object that can be disabled shows of its administration. */
const administeredOf = ({ version, disabled_at }: Pick<TenantRow, 'version' | 'disabled_at'>) => ({
  version: Number(version),
  disabled: disabled_at !== null,
  disabledAt: toTimestampOrNull(disabled_at),
})

/** Of ids from 1 on, all come after 0; a LIMIT of -1 is none. */
const fromTheStart = { after: 0n, limit: -1 }

/** The one row of this ID, found by its key. */
const from = (itemId: Id) => ({ after: toInt(itemId) - 1n, limit: 1 })

/** Of which tenant; 0 is all of them. */
const tenantOf = (tenantId: Id | null) => ({ tenant: tenantId ? toInt(tenantId) : 0n })

const afterId = (page: PageRequest) => ({ after: BigInt(page.after?.[0] ?? 0), limit: rowsFor(page) })

/** All tenants, or the one. */
export const selectTenants = (db: Connection, tenantId: Id | null): readonly Tenant[] =>
  prepared<TenantRow>(db, tenantsSql)
    .all({ ...tenantOf(tenantId), ...(tenantId ? from(tenantId) : fromTheStart) })
    .map(toTenant)

export function tenantsPage(db: Connection, tenantId: Id | null, page: PageRequest): Page<Tenant> {
  const rows = prepared<TenantRow>(db, tenantsSql).all({ ...tenantOf(tenantId), ...afterId(page) })
  return pageFrom(rows.map(toTenant), page, ({ id }) => [id])
}

type CustodianRow = {
  custodian_id: bigint
  tenant_id: bigint
  name: string
  provider: string
  base_url: string | null
  provider_account: string | null
  credential_version: bigint
  last_check: string | null
  last_checked_at: bigint | null
  version: bigint
  disabled_at: bigint | null
}
type ListedRow = CustodianRow & { stored_at: bigint | null; api_key_id: string | null; rotating: bigint }

const listSql = `
  SELECT c.*, p.stored_at, p.api_key_id, EXISTS (
    SELECT 1 FROM rotations r WHERE r.custodian_id = c.custodian_id AND r.outcome IS NULL
  ) AS rotating
  FROM custodians c LEFT JOIN credentials p ON p.custodian_id = c.custodian_id AND p.retired_at IS NULL
  WHERE $tenant IN (c.tenant_id, 0) AND c.custodian_id > $after ORDER BY c.custodian_id LIMIT $limit`

function stateOf(row: ListedRow): CustodianState {
  if (row.rotating) return 'rotating'
  if (row.credential_version === 0n) return 'no-credentials'
  return row.last_check === 'wrong-credentials' ? 'rejected' : 'in-force'
}

/** One custodian with what administrators set of it. */
export function selectCustodian(db: Connection, custodianId: Id): AdministeredCustodian | null {
  const custodian = toInt(custodianId)
  const row = prepared<ListedRow>(db, listSql).get({ tenant: 0n, after: custodian - 1n, limit: 1 })
  if (row?.custodian_id !== custodian) return null
  return {
    ...toCustodian(row),
    ...administeredOf(row),
    baseUrl: row.base_url,
    providerAccount: row.provider_account,
  }
}

const toCustodian = (row: ListedRow): Custodian => ({
  id: toId(row.custodian_id),
  name: row.name,
  tenantId: toId(row.tenant_id),
  provider: row.provider as ProviderId,
  credentialVersion: Number(row.credential_version),
  lastRotatedAt: toTimestampOrNull(row.stored_at),
  state: stateOf(row),
  lastCheckedAt: toTimestampOrNull(row.last_checked_at),
  keyId: row.api_key_id,
  ...administeredOf(row),
})

export const selectCustodians = (db: Connection, tenantId: Id | null): readonly Custodian[] =>
  prepared<ListedRow>(db, listSql)
    .all({ ...tenantOf(tenantId), ...fromTheStart })
    .map(toCustodian)

export function custodiansPage(db: Connection, tenantId: Id | null, page: PageRequest): Page<Custodian> {
  const rows = prepared<ListedRow>(db, listSql).all({ ...tenantOf(tenantId), ...afterId(page) })
  return pageFrom(rows.map(toCustodian), page, ({ id }) => [id])
}

/** The custodian, unless it is another tenant's. */
export function findCustodian(db: Connection, { custodianId, tenantId }: CustodianKey): CustodianRecord | null {
  const row = prepared<CustodianRow & { tenant_disabled_at: bigint | null }>(
    db,
    `SELECT c.*, t.disabled_at AS tenant_disabled_at FROM custodians c JOIN tenants t USING (tenant_id)
     WHERE custodian_id = $custodian AND c.tenant_id = ifnull($tenant, c.tenant_id)`,
  ).get({ custodian: toInt(custodianId), tenant: toIntOrNull(tenantId) })
  return row
    ? {
        custodianId: toId(row.custodian_id),
        tenantId: toId(row.tenant_id),
        name: row.name,
        provider: row.provider as ProviderId,
        baseUrl: row.base_url,
        providerAccount: row.provider_account,
        credentialVersion: Number(row.credential_version),
        isDisabled: row.disabled_at !== null || row.tenant_disabled_at !== null,
      }
    : null
}
