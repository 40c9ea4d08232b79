import type { Failure } from '../../shared/failure.ts'
import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { By, ByToken } from './by.ts'
import type { ListedToken, TokenRecord } from './records.ts'

export type NewToken = By & {
  readonly name: string
  readonly owner?: string | null
  readonly hash: Uint8Array
  readonly permissions: readonly Permission[]
  readonly tenantId: Id | null
  /** Address ranges (CIDR) it may be used from; without them it may be used from anywhere. */
  readonly allowedFrom?: readonly string[] | null
  readonly expiresAt: number
  /** Revoke the tokens of that very name in the same commit. */
  readonly replace?: boolean
}

/** A token, or the valid one that has its name, or one that looks the same. */
export type CreatedToken =
  | { readonly kind: 'created'; readonly tokenId: Id }
  | { readonly kind: 'name-taken'; readonly by: TokenRecord }

/** Why this may not be granted, or not by the operator token that acts; judged in its commit. */
export type RefusedGrant = { readonly kind: 'refused'; readonly failure: Failure }

/** A sign-in that a client begins. `id` and `challenge` are digests: of what the browser carries, and of what the client keeps. */
export type NewSignIn = {
  readonly id: Uint8Array
  readonly challenge: Uint8Array
  readonly at: number
  readonly expiresAt: number
}

/** What the identity provider's answer came to, as JSON; only a sign-in that has none yet is settled. */
export type SignInSettlement = { readonly id: Uint8Array; readonly outcome: string; readonly at: number }

/** A token for someone whom the identity provider vouches for; `signIn` is redeemed in the same commit. */
export type NewSession = Omit<NewToken, 'allowedFrom' | 'replace' | 'actor' | 'actorTokenId'> & {
  readonly owner: string
  readonly signIn: Uint8Array | null
  /** The session at the provider (`sid`); null where it names none. */
  readonly providerSession: string | null
  /** When the provider vouched for the person (epoch milliseconds). */
  readonly vouchedAt: number
}

/** A logout that the provider reports: of one of its sessions, else of all of a subject. */
export type ProviderLogout = By & {
  /** Digest of its ID, under which it counts once. */
  readonly logoutId: Uint8Array
  readonly subject: string | null
  readonly providerSession: string | null
}

/** A service account that presents a JWT. */
export type ServiceAccountToken = Omit<NewSession, 'signIn' | 'providerSession' | 'vouchedAt'> & {
  /** When the JWT was issued; one from before a revocation does not outlive it. */
  readonly issuedAt: number
  /** What takes the place of the hash of a revoked token, so that another can have it. */
  readonly retiredHash: Uint8Array
}

/** That a token was used (epoch milliseconds), and from where. */
export type TokenUse = { readonly tokenId: Id; readonly at: number; readonly address: string }

/** Which token; only one of the tenant is found, and a null tenant sees all. */
export type TokenKey = { readonly tokenId: Id; readonly seenBy: Id | null }

/** New limits of a valid token that is still as it was read; what is not named stays. */
export type NewTokenLimits = ByToken &
  TokenKey & {
    readonly version: number
    /** Epoch milliseconds. */
    readonly expiresAt?: number | undefined
    readonly owner?: string | null | undefined
    readonly allowedFrom?: readonly string[] | null | undefined
  }

/** A valid token to be refused, or a disabled one to work again, by the version that this is based on. */
export type TokenSwitch = By & TokenKey & { readonly version: number; readonly isDisabled: boolean }

/** The token as it is now, after the change or instead of it, if another change came first. */
export type ChangedToken = { readonly kind: 'changed' | 'stale'; readonly token: ListedToken } | RefusedGrant

export type TokenToRevoke = { readonly tokenId: Id; readonly reason: string }

/** Operator tokens, and the sign-ins that lead to them. */
export type TokenWrites = {
  /** Names of valid tokens are unique, since the audit names them. Refused for a tenant that is disabled or frozen. */
  createToken(token: NewToken): Promise<CreatedToken | RefusedGrant>
  /** Revokes every living token of that name or id; answers those it revoked. */
  revokeToken(request: By & { readonly token: string }): Promise<readonly TokenRecord[]>
  /** Revokes these tokens, each with its reason in the audit; one that is revoked already stays as it is. */
  revokeTokens(request: By & { readonly tokens: readonly TokenToRevoke[] }): Promise<void>
  /** Creates a token for an operator token that acts; refused where that may not grant it. */
  grantToken(token: NewToken & ByToken): Promise<CreatedToken | RefusedGrant>
  /** False where too many are open. Those that expired are removed. */
  openSignIn(signIn: NewSignIn): Promise<boolean>
  /** False, with nothing changed, where there is no such sign-in, it expired, or it came to something else. */
  settleSignIn(settlement: SignInSettlement): Promise<boolean>
  /**
   * Creates the token of a session; a freeze does not refuse it, since someone has to sign in to thaw. `NotFound` where the
   * sign-in was redeemed already, `Forbidden` where the provider reported a logout since it vouched for the person.
   */
  startSession(session: NewSession): Promise<CreatedToken | RefusedGrant>
  /** Revokes the sessions that a logout at the provider ends; answers how many, null where it was reported before. */
  endProviderSessions(logout: ProviderLogout): Promise<number | null>
  /**
   * Makes a service account's operator token last as long as its JWT, and creates it at its first. Those of the same owner
   * with other rights are revoked.
   */
  enrolServiceAccount(account: ServiceAccountToken): Promise<CreatedToken | RefusedGrant>
  changeToken(change: NewTokenLimits): Promise<ChangedToken>
  /**
   * Disables one token, or enables it. Enabling is a grant of the operator token that acts, if one does; disabling goes on
   * while changes are frozen.
   */
  switchToken(change: TokenSwitch): Promise<ChangedToken>
  /** Revokes one token, with a reason; one that is revoked already stays as it is. */
  revokeSeenToken(request: ByToken & TokenKey & { readonly reason: string }): Promise<ChangedToken>
  /** Last uses; neither audited nor a change of the tokens. */
  recordTokenUses(uses: readonly TokenUse[]): Promise<void>
}
