import type { Freeze } from '../../shared/freezes.ts'
import type { Id } from '../../shared/primitives.ts'
import type { Result } from '../../shared/result.ts'
import type { By, NewAuditRecord } from './by.ts'
import type { ImportWrites } from './import-writes.ts'
import type { CredentialVersion } from './records.ts'
import type { RotationWrites } from './rotation-writes.ts'
import type { TokenWrites } from './token-writes.ts'

/** Sequences of the last record that a destination had before, and that it has now. */
export type AuditStreamMove = { readonly destination: string; readonly from: string; readonly to: string }

/** A freeze to begin or to end: of a tenant, or of everything (null), and why. */
export type FreezeChange = By & { readonly tenantId: Id | null; readonly reason: string }

/** A key-encryption key that is to become active; `fingerprintRoot` is wrapped by it, null where it is derived from it. */
export type NewKey = { readonly keyId: string; readonly fingerprintRoot: Uint8Array | null }

/** `from` is the key that is active now, null where there is none yet. */
export type KeyActivation = By & { readonly keyId: string; readonly from: string | null }

/** Which rotations or sessions may be removed: at most so many of those that ended before a moment (epoch milliseconds). */
export type Pruning = By & { readonly endedBefore: number; readonly limit: number }

export type Expiry = By & {
  /** Milliseconds that an idempotency record is kept. */
  readonly recordsKeptFor: number
}

/** Pairs 24 hours after they were replaced, idempotency records when their time is over, refused attempts after an hour. */
export type Erased = { readonly pairs: number; readonly idempotencyRecords: number; readonly attempts: number }

/**
 * Every change of the store, each one transaction; all inputs are plain data. How the outcome of a write is found whose
 * answer was lost: `resolutions` in unknown-outcomes.ts.
 */
export type Writes = TokenWrites &
  RotationWrites &
  ImportWrites & {
    /**
     * From its commit on, every other write that changes something of the tenant, or of everything, is refused as `Frozen`.
     * What ends, erases or revokes goes on. What is frozen already is answered as it is.
     */
    freeze(change: FreezeChange): Promise<Result<Freeze>>
    /** Answers the freeze that it ended; `NotFound` where there is none of exactly this. */
    thaw(change: FreezeChange): Promise<Result<Freeze>>
    recordAudit(record: NewAuditRecord): Promise<void>
    /** Notes what was sent to a destination of the audit; false, and nothing is changed, where another server did meanwhile. */
    moveAuditStream(move: AuditStreamMove): Promise<boolean>
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
  }
