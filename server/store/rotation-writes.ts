import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { ProviderId, Verdict } from '../../shared/providers.ts'
import type { Result } from '../../shared/result.ts'
import type { RotationOutcome, RotationStage } from '../../shared/rotations.ts'
import type { SealedCredentials } from '../vault/credentials.ts'
import type { Fingerprint } from '../vault/fingerprints.ts'
import type { By } from './by.ts'
import type { CredentialVersion, CustodianRecord } from './records.ts'

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
  /** Nothing began: rotations are in the order of their IDs, and this one of the custodian, which has ended, comes later. */
  | { readonly kind: 'overtaken'; readonly by: string }

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

/** Rotations and checks. */
export type RotationWrites = {
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
}
