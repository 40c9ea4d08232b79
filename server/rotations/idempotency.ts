import { timingSafeEqual } from 'node:crypto'
import type { RotationResult } from '../../shared/credentials.ts'
import { fail, failureCodes } from '../../shared/failure.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { RotationOutcome } from '../../shared/rotations.ts'
import type { Fingerprint } from '../vault/fingerprints.ts'

/** Milliseconds that an idempotency record is kept at least, which is what callers are promised. */
export const shortestRecordAge = 24 * 60 * 60_000

/** What is kept of the last request under an Idempotency-Key. */
export type IdempotencyRecord = {
  readonly rotationId: string
  /** Of the request, and under which key it was made. */
  readonly fingerprint: Fingerprint
  /** The final answer, as JSON; null while there is none. */
  readonly answer: string | null
  /** null while the rotation is open. */
  readonly outcome: RotationOutcome | null
}

/** The final answer of the request before, or that the rotation may run; `retryOf` is the one it retries. */
export type Replay =
  | { readonly kind: 'replay'; readonly rotationId: string; readonly answer: string }
  | { readonly kind: 'run'; readonly retryOf: string | null }

/**
 * What a request under an Idempotency-Key leads to: the final answer of the one before it, a run of its own when that one
 * ended without a final answer, and a failure while it is open. So one key never has two rotations at once.
 */
export function replayOf(record: IdempotencyRecord | null, fingerprints: readonly Fingerprint[]): Result<Replay> {
  if (!record) return ok({ kind: 'run', retryOf: null })
  const { answer, outcome, rotationId } = record
  const compared = compare(record.fingerprint, fingerprints)
  if (compared === 'incomparable') return fail('IdempotencyMismatch', { ...incomparable, rotationId })
  if (compared === 'different') return fail('IdempotencyMismatch')
  if (outcome === null) return fail('RotationInProgress', { rotationId })
  return ok(answer === null ? { kind: 'run', retryOf: rotationId } : { kind: 'replay', rotationId, answer })
}

/** Whether the record is of the same request; unknown when the key-encryption key it names is gone. */
function compare({ keyId, digest }: Fingerprint, fingerprints: readonly Fingerprint[]) {
  const match = fingerprints.find((fingerprint) => fingerprint.keyId === keyId)
  if (!match) return 'incomparable'
  return match.digest.length === digest.length && timingSafeEqual(match.digest, digest) ? 'same' : 'different'
}

const incomparable = {
  message:
    'Rotation not started: this Idempotency-Key was used before the key-encryption key was replaced, and the old key file is gone, so the requests cannot be compared. Look up the rotation named by rotation-id before you rotate again under a new key.',
  info: ['reason=fingerprint-key-gone'],
}

/** After a final answer, the same request is given that answer; after any other it runs again. */
export const isFinal = (answer: Result<RotationResult>): boolean =>
  answer.ok || failureCodes[answer.error.code].retry !== 'same-key'
