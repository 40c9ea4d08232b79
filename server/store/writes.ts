import type { AuditKind } from '../../shared/audit.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Freeze } from '../../shared/freezes.ts'
import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { ProviderId, Verdict } from '../../shared/providers.ts'
import type { Result } from '../../shared/result.ts'
import type { RotationOutcome, RotationStage } from '../../shared/rotations.ts'
import type { SealedCredentials } from '../vault/credentials.ts'
import type { Fingerprint } from '../vault/fingerprints.ts'
import type { CredentialVersion, CustodianRecord, ListedToken, TokenRecord } from './records.ts'

/** Who does something and when (epoch milliseconds), as the audit tells it. */
export type By = {
  readonly actor: string
  /** The operator token that acts; a command has none. */
  readonly actorTokenId?: Id | undefined
  /** The request that asks for it. */
  readonly requestId?: string | undefined
  readonly at: number
}

export type NewAuditRecord = By & {
  readonly kind: AuditKind
  readonly tenantId?: Id
  readonly custodianId?: Id
  readonly rotationId?: string
  readonly details?: Readonly<Record<string, string>>
}

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

/** An operator token that acts on others: it must be valid and have all that it grants. */
export type ByToken = By & { readonly actorTokenId: Id }

/** That a token was used (epoch milliseconds), and from where. */
/** Sequences of the last record that a destination had before, and that it has now. */
export type AuditStreamMove = { readonly destination: string; readonly from: string; readonly to: string }

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

/** A freeze to begin or to end: of a tenant, or of everything (null), and why. */
export type FreezeChange = By & { readonly tenantId: Id | null; readonly reason: string }

export type TokenToRevoke = { readonly tokenId: Id; readonly reason: string }

/** A key-encryption key that is to become active; `fingerprintRoot` is wrapped by it, null where it is derived from it. */
export type NewKey = { readonly keyId: string; readonly fingerprintRoot: Uint8Array | null }

/** `from` is the key that is active now, null where there is none yet. */
export type KeyActivation = By & { readonly keyId: string; readonly from: string | null }

/** Which rotations or sessions may be removed: at most so many of those that ended before a moment (epoch milliseconds). */
export type Pruning = By & { readonly endedBefore: number; readonly limit: number }

type Inquiry = By & {
  readonly custodianId: Id
  readonly tokenId: Id
  /** Keyed digest of the API key, for the budget of refused attempts. */
  readonly keyFingerprint: Uint8Array
}

export type IdempotentRequest = {
  readonly key: string
  readonly fingerprints: readonly Fingerprint[]
  /** A record from before that (epoch milliseconds) is as good as erased. */
  readonly keptSince: number
}

export type RotationIntent = Inquiry & {
  readonly rotationId: string
  readonly tenantId: Id
  /** The fingerprints of the request under each key it may be compared by; the first one is stored. */
  readonly idempotency: IdempotentRequest | null
  /** Whose format the keys have. Where the custodian has this provider, the rotation begins as `sent`. */
  readonly checkedFor: ProviderId | null
  /** What names the new API key; noted with the stage `sent`. */
  readonly keyId: string
}

/** The custodian a rotation may go on with, or the final answer that was kept under its Idempotency-Key. */
export type BegunRotation =
  | {
      readonly kind: 'begun'
      readonly custodian: CustodianRecord
      readonly current: CredentialVersion | null
      /** The version that the new pair gets: one after every version that was ever stored. */
      readonly version: number
    }
  | { readonly kind: 'replay'; readonly rotationId: string; readonly answer: string }

/**
 * Who found the credentials wrong. The provider: counts towards the budgets of the key and of the token; a local rule:
 * towards that of the token alone; null: nothing was said against them.
 */
export type RefusedBy = 'provider' | 'local' | null

export type RotationEnd = By & {
  readonly rotationId: string
  readonly outcome: Exclude<RotationOutcome, 'stored'>
  readonly verdict: Verdict | null
  readonly reason: string
  readonly refusedBy: RefusedBy
  /** What a request with the same Idempotency-Key is answered, as JSON; null lets it run again. */
  readonly answer: string | null
}

/** What an open rotation comes to before its outcome. */
export type OpenStage = Exclude<RotationStage, 'stored'>

export type RotationAdvance = {
  readonly rotationId: string
  readonly stage: OpenStage
  /** What names the new API key; without it, what was noted before stays. */
  readonly keyId?: string | null
}

export type RotationCompletion = By & {
  readonly rotationId: string
  readonly custodianId: Id
  readonly tokenId: Id
  readonly permission: Permission
  readonly expectedVersion: number
  /** The version that the pair was sealed for. */
  readonly version: number
  readonly sealed: SealedCredentials
  /** What names the new API key, now that the provider accepted it. */
  readonly keyId: string
  readonly providerAccount: string
  readonly reason: string
  readonly answer: string
}

export type CheckIntent = Inquiry & {
  readonly checkId: string
  readonly kind: 'validation' | 'check'
  readonly tenantId: Id
  /** The active version that is checked; null when the credentials are only offered. */
  readonly version: number | null
}

export type CheckEnd = By & {
  readonly checkId: string
  /** null when the check failed before it found anything. */
  readonly verdict: Verdict | null
  readonly reason: string
  readonly refusedBy: RefusedBy
  /** What names the API key that was checked. */
  readonly keyId?: string | null
}

export type Expiry = By & {
  /** Milliseconds that an idempotency record is kept. */
  readonly recordsKeptFor: number
}

/** Pairs 24 hours after they were replaced, idempotency records when their time is over, refused attempts after an hour. */
export type Erased = { readonly pairs: number; readonly idempotencyRecords: number; readonly attempts: number }

export type Network = { readonly blockchainId: Id; readonly name: string; readonly icon: string }
export type CustodianEntry = {
  readonly custodianId: Id
  readonly tenantId: Id
  readonly name: string
  readonly provider: ProviderId
  readonly baseUrl: string | null
}
export type WalletEntry = {
  readonly walletId: Id
  readonly tenantId: Id
  readonly custodianId: Id
  readonly blockchainId: Id
  readonly address: string
  readonly metadataJson: string
  readonly isVisible: boolean
  readonly isActive: boolean
  readonly isTreasuryEnabled: boolean
  readonly isGasStationEnabled: boolean
}
export type TokenEntry = {
  readonly tokenId: Id
  readonly symbol: string
  readonly blockchainId: Id
  readonly contractAddress: string | null
  readonly decimals: number
}
export type ReserveAccountEntry = {
  readonly reserveAccountId: Id
  readonly blockchainId: Id
  readonly address: string
  readonly name: string
}
export type TenantEntry = { readonly tenantId: Id; readonly name: string }

/** Who puts entries, for the audit record of each object that changes; the program itself unless named. */
export type PutBy = Partial<By> & {
  /** Whether the base URL of a custodian that has credentials may change; they will be sent there. */
  readonly mayChangeBaseUrl?: boolean
}

/**
 * Every change of the store, each one transaction; all inputs are plain data. How the outcome of a write is found whose
 * answer was lost: `resolutions` in unknown-outcomes.ts.
 */
export type Writes = {
  /** Names of valid tokens are unique, since the audit names them. Refused for a tenant that is disabled or frozen. */
  createToken(token: NewToken): Promise<CreatedToken | RefusedGrant>
  /** Revokes every living token of that name or id; answers those it revoked. */
  revokeToken(request: By & { readonly token: string }): Promise<readonly TokenRecord[]>
  /** Revokes these tokens, each with its reason in the audit; one that is revoked already stays as it is. */
  revokeTokens(request: By & { readonly tokens: readonly TokenToRevoke[] }): Promise<void>
  /** The same for an operator token that acts. */
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
  /**
   * From its commit on, every other write that changes something of the tenant, or of everything, is refused as `Frozen`.
   * What ends, erases or revokes goes on. What is frozen already is answered as it is.
   */
  freeze(change: FreezeChange): Promise<Result<Freeze>>
  /** Answers the freeze that it ended; `NotFound` where there is none of exactly this. */
  thaw(change: FreezeChange): Promise<Result<Freeze>>
  /** Last uses; neither audited nor a change of the tokens. */
  recordTokenUses(uses: readonly TokenUse[]): Promise<void>
  recordAudit(record: NewAuditRecord): Promise<void>
  /** Notes what was sent to a destination of the audit; false, and nothing is changed, where another server did meanwhile. */
  moveAuditStream(move: AuditStreamMove): Promise<boolean>

  /** Makes the intent durable before the provider hears of it; once it answers as `sent`, the provider may be asked. */
  beginRotation(intent: RotationIntent): Promise<Result<BegunRotation>>
  /** Several that are asked for at once are done in that order. */
  advanceRotation(request: RotationAdvance): Promise<void>
  /** Ends an open rotation without a change; false when it had ended already. */
  endRotation(end: RotationEnd): Promise<boolean>
  /**
   * Activation: that the provider accepted the credentials, the new version, outcome and audit in one commit. Where it is
   * refused, the rotation stays open, as `accepted`. Rejects with `replaced-key` where the credentials are sealed under
   * another key than the active one.
   */
  completeRotation(completion: RotationCompletion): Promise<Result<{ readonly version: number }>>
  beginCheck(intent: CheckIntent): Promise<Result<CustodianRecord>>
  endCheck(end: CheckEnd): Promise<void>
  /** Ends what a stopped server left open; answers how many. */
  endInterrupted(by: By): Promise<number>
  /** Erases what is kept no longer, in every file, and records how many idempotency records; answers how many of each. */
  eraseExpired(expiry: Expiry): Promise<Erased>
  /**
   * Removes rotations and records how many; answers that. The latest of a custodian and the latest that stored credentials
   * stay, and any that is open, was retried by one that stays, or has an idempotency record.
   */
  pruneRotations(pruning: Pruning): Promise<number>
  /**
   * Removes the tokens of ended sessions with their last uses, and records how many; answers that. Those stay that a rotation,
   * an idempotency record or an attempt names.
   */
  pruneSessions(pruning: Pruning): Promise<number>
  /** Replaces the wrapped keys of sealed pairs that are still as they were read. */
  rewrapCredentials(pairs: readonly CredentialVersion[]): Promise<void>
  /** Names the key that is to become active, instead of any other that was. */
  announceKey(key: NewKey): Promise<void>
  /** Notes that this server can use the key that is to become active. */
  noteKeyHeld(request: { readonly keyId: string; readonly at: number }): Promise<void>
  /**
   * Makes the announced key the active one. From its commit on no credentials are stored under another. False, with nothing
   * changed, where another key than `from` is active, another one was announced since, or a server did not note this one.
   */
  activateKey(activation: KeyActivation): Promise<boolean>

  putNetworks(entries: readonly Network[]): Promise<PutCount>
  putTenants(entries: readonly TenantEntry[], by?: PutBy): Promise<PutCount>
  putCustodians(entries: readonly CustodianEntry[], by?: PutBy): Promise<PutCount>
  putWallets(entries: readonly WalletEntry[]): Promise<PutCount>
  putTokens(entries: readonly TokenEntry[]): Promise<PutCount>
  putReserveAccounts(entries: readonly ReserveAccountEntry[], by?: PutBy): Promise<PutCount>
  appendReserveTransactions(batch: TransactionBatch): Promise<AppendCount>
}

/** The outcome of a batch; a refused entry is named by its index in the batch. */
export type PutCount = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly refused: readonly RefusedEntry[]
  /** Entries that were taken although something about them needs a look. */
  readonly warnings?: readonly Warning[]
}
export type Warning = { readonly index: number; readonly warning: string }
export type RefusedEntry = {
  readonly index: number
  readonly reason: string
  /** Another block is stored where the one of this transaction would stand. */
  readonly isOtherBlock?: true
}

/** Reserve transactions of one source, in the order of (position, index). */
export type TransactionBatch = { readonly source: string; readonly transactions: readonly TransactionEntry[] }
export type TransactionEntry = {
  /** Where on the source: block number and log index, or a sequence and 0. */
  readonly position: bigint
  readonly index: bigint
  readonly tokenId: Id
  /** Whole minor units, decimal digits. */
  readonly amount: string
  /** null is outside the reserve accounts: a deposit has no `from`, a withdrawal no `to`. */
  readonly fromAccountId: Id | null
  readonly toAccountId: Id | null
  /** Epoch milliseconds. */
  readonly at: number
  /** Where it can be looked up; null or absent where the source does not say. */
  readonly transactionHash?: string | null
  readonly blockHash?: string | null
}
export type AppendCount = PutCount
