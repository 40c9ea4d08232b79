import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { AddressRange } from './address-ranges.ts'

/** Who calls: an operator token that was found valid. Without a tenant it is a platform administrator's. */
export type Principal = {
  readonly tokenId: Id
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly tenantId: Id | null
  /** Where it may be used from; null is anywhere. */
  readonly allowedFrom: readonly AddressRange[] | null
  /** Epoch milliseconds. */
  readonly expiresAt: number
}
