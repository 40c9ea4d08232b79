import type { RotationResult } from '../../shared/credentials.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Permission } from '../../shared/permissions.ts'
import { err, type Result } from '../../shared/result.ts'
import { toFailure } from '../context/failure-of.ts'
import type { Parts } from '../context/parts.ts'
import type { ProbeResult } from '../providers/provider.ts'
import type { CredentialVersion, CustodianRecord } from '../store/records.ts'
import type { RotationEnd, RotationIntent } from '../store/rotation-writes.ts'
import type { Credentials } from '../vault/credentials.ts'
import { failureOfProbe, isRefusal, refusedBy, refusedRotationOf, storedAnswerOf } from './answer.ts'
import { isFinal } from './idempotency.ts'
import { settle } from './settle.ts'

/** A rotation whose intent is durable and whose outcome is not there yet. */
export type OpenRotation = {
  readonly intent: RotationIntent
  readonly credentials: Credentials
  readonly custodian: CustodianRecord
  readonly current: CredentialVersion | null
  /** The version that the new credentials get. */
  readonly version: number
  readonly permission: Permission
}

type Ending = Pick<RotationEnd, 'outcome' | 'verdict' | 'reason'> & Partial<Pick<RotationEnd, 'refusedBy'>>

/** The end of a rotation, with its answer if that is final. */
export const endOf = (
  { intent: { rotationId, actor, tokenId, requestId } }: OpenRotation,
  ending: Ending,
  { answer, at }: { answer: Result<RotationResult>; at: number },
): RotationEnd => ({
  rotationId,
  actor,
  actorTokenId: tokenId,
  requestId,
  at,
  refusedBy: null,
  ...ending,
  answer: isFinal(answer) ? storedAnswerOf(answer) : null,
})

/** Gives an answer only once the audit has the outcome; until then it answers why the outcome is not stored. */
export async function answerOnceEnded(
  rotation: OpenRotation,
  ending: Ending,
  { answer, parts }: { answer: Result<RotationResult>; parts: Parts },
): Promise<Result<RotationResult>> {
  const end = endOf(rotation, ending, { answer, at: parts.clock.now() })
  const unsettled = await settle(() => parts.store.endRotation(end), parts)
  return unsettled ? err({ ...unsettled, rotationId: end.rotationId }) : answer
}

/** Ends a rotation whose credentials were not found valid. */
export async function refuse(
  rotation: OpenRotation,
  probeResult: ProbeResult,
  parts: Parts,
): Promise<Result<RotationResult>> {
  const { intent, custodian } = rotation
  const { rotationId } = intent
  const failure = { ...failureOfProbe({ probeResult, custodian }, refusedRotationOf(probeResult)), rotationId }
  const answer = err(failure)
  const { verdict, reason } = probeResult
  const outcome = isRefusal(probeResult) ? 'refused' : 'failed'
  return answerOnceEnded(rotation, { outcome, verdict, reason, refusedBy: refusedBy(probeResult) }, { answer, parts })
}

/** Ends a rotation after an error of the server, before anything was stored. */
export async function endAfterError(
  rotation: OpenRotation,
  error: unknown,
  parts: Parts,
): Promise<Result<RotationResult>> {
  const { rotationId } = rotation.intent
  parts.log.error({ err: error, rotationId }, 'a rotation failed')
  return endWithFailure(rotation, toFailure(error), parts)
}

export async function endWithFailure(
  rotation: OpenRotation,
  failure: Failure,
  parts: Parts,
): Promise<Result<RotationResult>> {
  const answer = err({ ...failure, rotationId: rotation.intent.rotationId })
  const reason = failure.info.find((line) => line.startsWith('reason=')) ?? `reason=${failure.code}`
  return answerOnceEnded(rotation, { outcome: 'failed', verdict: null, reason }, { answer, parts })
}
