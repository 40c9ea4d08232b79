import type { InspectedVersion, Misfit } from '../inspection.ts'
import { toId } from '../integers.ts'
import type { CredentialVersion } from '../records.ts'

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

export type InspectedRow = CredentialRow & { retired_at: bigint | null }

export const toInspectedVersion = (row: InspectedRow): InspectedVersion => ({
  ...toCredentialVersion(row),
  isCurrent: row.retired_at === null,
})

export type MisfitRow = { custodian_id: bigint; credential_version: bigint; pairs: bigint }

export const toMisfit = (row: MisfitRow): Misfit => ({
  custodianId: `${row.custodian_id}`,
  version: Number(row.credential_version),
  activeVersions: Number(row.pairs),
})
