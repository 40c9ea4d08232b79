import type { AdministeredCustodian, Custodian, CustodianState } from '../../../shared/custodians.ts'
import type { ProviderId } from '../../../shared/providers.ts'
import type { Tenant } from '../../../shared/tenants.ts'
import { toId, toTimestampOrNull } from '../integers.ts'
import type { CustodianRecord } from '../records.ts'
import { type AdministeredRow, administeredOf } from './administered.ts'

export type TenantRow = AdministeredRow & { tenant_id: bigint; name: string }

export const toTenant = (row: TenantRow): Tenant => ({
  id: toId(row.tenant_id),
  name: row.name,
  ...administeredOf(row),
})

type CustodianRow = AdministeredRow & {
  custodian_id: bigint
  tenant_id: bigint
  name: string
  provider: string
  base_url: string | null
  provider_account: string | null
  credential_version: bigint
  last_check: string | null
  last_checked_at: bigint | null
}

/** With its active credentials, the key that they replaced, and whether a rotation of it is open. */
export type ListedCustodianRow = CustodianRow & {
  stored_at: bigint | null
  api_key_id: string | null
  previous_api_key_id: string | null
  rotating: bigint | boolean
}

function stateOf(row: ListedCustodianRow): CustodianState {
  if (row.rotating) return 'rotating'
  if (row.credential_version === 0n) return 'no-credentials'
  return row.last_check === 'wrong-credentials' ? 'rejected' : 'in-force'
}

export const toCustodian = (row: ListedCustodianRow): Custodian => ({
  id: toId(row.custodian_id),
  name: row.name,
  tenantId: toId(row.tenant_id),
  provider: row.provider as ProviderId,
  credentialVersion: Number(row.credential_version),
  lastRotatedAt: toTimestampOrNull(row.stored_at),
  state: stateOf(row),
  lastCheckedAt: toTimestampOrNull(row.last_checked_at),
  keyId: row.api_key_id,
  previousKeyId: row.previous_api_key_id,
  ...administeredOf(row),
})

/** With what administrators set of it. */
export const toAdministeredCustodian = (row: ListedCustodianRow): AdministeredCustodian => ({
  ...toCustodian(row),
  ...administeredOf(row),
  baseUrl: row.base_url,
  providerAccount: row.provider_account,
})

export type CustodianOfTenantRow = CustodianRow & { tenant_disabled_at: bigint | null }

export const toCustodianRecord = (row: CustodianOfTenantRow): CustodianRecord => ({
  custodianId: toId(row.custodian_id),
  tenantId: toId(row.tenant_id),
  name: row.name,
  provider: row.provider as ProviderId,
  baseUrl: row.base_url,
  providerAccount: row.provider_account,
  credentialVersion: Number(row.credential_version),
  isDisabled: row.disabled_at !== null || row.tenant_disabled_at !== null,
})
