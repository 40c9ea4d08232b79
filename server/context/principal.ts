import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { TokenOrigin } from '../../shared/session.ts'
import type { AddressRange } from '../text/address-ranges.ts'

/** The authenticated caller: a valid operator token. Without a tenant it belongs to a platform administrator. */
export type Principal = {
  readonly tokenId: Id
  readonly name: string
  /** Who it belongs to; null where no one was named. */
  readonly owner: string | null
  readonly origin: TokenOrigin | null
  readonly permissions: readonly Permission[]
  readonly tenantId: Id | null
  /** Addresses it may be used from; null means anywhere. */
  readonly allowedFrom: readonly AddressRange[] | null
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds. */
  readonly expiresAt: number
}
