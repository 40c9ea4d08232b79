import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { ProviderId } from '../../shared/providers.ts'
import type { TokenOrigin } from '../../shared/session.ts'
import type { SealedCredentials } from '../vault/credentials.ts'

/** An operator token as stored; times in epoch milliseconds. */
export type TokenRecord = {
  readonly tokenId: Id
  readonly name: string
  /** Who it belongs to; null where no one was named. */
  readonly owner: string | null
  readonly origin: TokenOrigin | null
  readonly permissions: readonly Permission[]
  readonly tenantId: Id | null
  /** Address ranges (CIDR) it may be used from; null is anywhere. */
  readonly allowedFrom: readonly string[] | null
  readonly createdAt: number
  readonly expiresAt: number
  readonly revokedAt: number | null
  readonly disabledAt: number | null
  /** Increases with each change. */
  readonly version: number
}

/** A token that was looked up for a request. One of a disabled tenant is refused. */
export type FoundToken = TokenRecord & { readonly isTenantDisabled: boolean }

/** An operator token with its last use; null where it was never used. */
export type ListedToken = TokenRecord & { readonly lastUsedAt: number | null; readonly lastUsedFrom: string | null }

/** A sign-in that a client began; the outcome is JSON, and null until the provider's answer was confirmed. */
export type SignInRecord = {
  readonly challenge: Uint8Array
  readonly expiresAt: number
  readonly outcome: string | null
}

/** What monitoring reads of a store beyond what operations read. */
export type StoreFigures = {
  readonly tokens: {
    /** Neither expired nor disabled nor revoked. */
    readonly valid: number
    /** Valid ones that expire within the time asked for, and were made for longer. */
    readonly expiring: number
    /** Not revoked either. */
    readonly expired: number
  }
  /** The largest share of its attempt budget that any key, or any token, has used: 1 is all of it. */
  readonly attemptBudgetUse: { readonly key: number; readonly token: number }
  /** Records that the anchor does not name yet; null where there is no anchor, or none that can be read. */
  readonly anchorLag: number | null
  /** Deliveries that webhooks wait for, disabled ones aside; counted up to a few thousand. */
  readonly outbox: {
    readonly pending: number
    /** When the oldest of these events happened, epoch milliseconds. */
    readonly oldestAt: number | null
  }
  readonly reserveTransactions: number
  /** Epoch milliseconds. */
  readonly newestReserveTransactionAt: number | null
}

/** Connections of a server to its database, and what waits for one. */
export type ConnectionUse = { readonly active: number; readonly idle: number; readonly waiting: number }

/** What a check of a custodian's pair has to know. */
export type CustodianRecord = {
  readonly custodianId: Id
  readonly tenantId: Id
  readonly name: string
  readonly provider: ProviderId
  /** null means the provider's own. */
  readonly baseUrl: string | null
  readonly providerAccount: string | null
  readonly credentialVersion: number
  /** Itself, or its tenant. */
  readonly isDisabled: boolean
}

export type CredentialVersion = {
  readonly custodianId: Id
  readonly tenantId: Id
  readonly version: number
  readonly sealed: SealedCredentials
}
