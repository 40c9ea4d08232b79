import type { AdministeredCustodian, Custodian } from '../../../../shared/custodians.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { Tenant } from '../../../../shared/tenants.ts'
import { toInt, toIntOrNull } from '../../integers.ts'
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
import type { CustodianKey, Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

const tenantsSql = `
  SELECT * FROM tenants WHERE $tenant IN (tenant_id, 0) AND tenant_id > $after ORDER BY tenant_id LIMIT $limit`

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

const listSql = `
  SELECT c.*, p.stored_at, p.api_key_id, EXISTS (
    SELECT 1 FROM rotations r WHERE r.custodian_id = c.custodian_id AND r.outcome IS NULL
  ) AS rotating, CASE WHEN c.credential_version > 1 THEN (
    SELECT previous_api_key_id FROM rotations r
    WHERE r.custodian_id = c.custodian_id AND r.outcome = 'stored' AND r.credential_version = c.credential_version - 1
    ORDER BY rotation_id DESC LIMIT 1
  ) END AS previous_api_key_id
  FROM custodians c LEFT JOIN credentials p ON p.custodian_id = c.custodian_id AND p.retired_at IS NULL
  WHERE $tenant IN (c.tenant_id, 0) AND c.custodian_id > $after ORDER BY c.custodian_id LIMIT $limit`

/** One custodian with what administrators set of it. */
export function selectCustodian(db: Connection, custodianId: Id): AdministeredCustodian | null {
  const custodian = toInt(custodianId)
  const row = prepared<ListedCustodianRow>(db, listSql).get({ tenant: 0n, after: custodian - 1n, limit: 1 })
  return row?.custodian_id === custodian ? toAdministeredCustodian(row) : null
}

export const selectCustodians = (db: Connection, tenantId: Id | null): readonly Custodian[] =>
  prepared<ListedCustodianRow>(db, listSql)
    .all({ ...tenantOf(tenantId), ...fromTheStart })
    .map(toCustodian)

export function custodiansPage(db: Connection, tenantId: Id | null, page: PageRequest): Page<Custodian> {
  const rows = prepared<ListedCustodianRow>(db, listSql).all({ ...tenantOf(tenantId), ...afterId(page) })
  return pageFrom(rows.map(toCustodian), page, ({ id }) => [id])
}

/** The custodian, unless it is another tenant's. */
export function findCustodian(db: Connection, { custodianId, tenantId }: CustodianKey): CustodianRecord | null {
  const row = prepared<CustodianOfTenantRow>(
    db,
    `SELECT c.*, t.disabled_at AS tenant_disabled_at FROM custodians c JOIN tenants t USING (tenant_id)
     WHERE custodian_id = $custodian AND c.tenant_id = ifnull($tenant, c.tenant_id)`,
  ).get({ custodian: toInt(custodianId), tenant: toIntOrNull(tenantId) })
  return row ? toCustodianRecord(row) : null
}
