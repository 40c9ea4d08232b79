import type { RotationResult } from '../../shared/credentials.ts'
import { fail } from '../../shared/failure.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { toFailure } from '../context/failure-of.ts'
import type { Parts } from '../context/parts.ts'
import type { ProbeResult } from '../providers/provider.ts'
import type { RotationCompletion } from '../store/rotation-writes.ts'
import { isOutcomeUnknown, StoreError } from '../store/store-error.ts'
import { isSameSecret } from '../vault/fingerprints.ts'
import { acceptedKeyId } from '../vault/key-id.ts'
import { openActiveCredentials } from './active-credentials.ts'
import { storedAnswerOf } from './answer.ts'
import { answerOnceEnded, endOf, endWithFailure, type OpenRotation } from './end-rotation.ts'

const stored: RotationResult = {
  success: true,
  validationStatus: true,
  message: 'The provider accepted the new keys, and they are now active.',
  isWrongCredentials: false,
}
const alreadyActive: RotationResult = {
  ...stored,
  message: 'These keys are already active; the provider accepted them again and nothing was changed.',
}

/** Stores the accepted credentials and the outcome in one commit, unless they are the active ones. */
export async function activateCredentials(
  rotation: OpenRotation,
  probeResult: ProbeResult,
  parts: Parts,
): Promise<Result<RotationResult>> {
  if (await isCurrent(rotation, parts)) return leaveUnchanged(rotation, probeResult, parts)
  try {
    const completed = await completeUnderActiveKey(rotation, probeResult, parts)
    return completed.ok ? ok(stored) : await endWithFailure(rotation, completed.error, parts)
  } catch (error) {
    if (isOutcomeUnknown(error)) return voidRotation(rotation, error, parts)
    throw error
  }
}

async function leaveUnchanged(
  rotation: OpenRotation,
  { reason }: ProbeResult,
  parts: Parts,
): Promise<Result<RotationResult>> {
  const { rotationId } = rotation.intent
  await parts.store.advanceRotation({ rotationId, stage: 'accepted', keyId: acceptedKeyIdOf(rotation) })
  const answer = ok(alreadyActive)
  return answerOnceEnded(rotation, { outcome: 'unchanged', verdict: 'valid', reason }, { answer, parts })
}

const acceptedKeyIdOf = ({ intent, credentials }: OpenRotation) => acceptedKeyId(intent.keyId, credentials)

/** The key may be replaced between the sealing and the commit; then the same credentials are sealed under the new one. */
async function completeUnderActiveKey(rotation: OpenRotation, probeResult: ProbeResult, parts: Parts) {
  const complete = async () => parts.store.completeRotation(await completionOf(rotation, probeResult, parts))
  try {
    return await complete()
  } catch (error) {
    if (!(error instanceof StoreError && error.cause === 'replaced-key')) throw error
    await parts.vault.refresh()
    return complete()
  }
}

/** Damaged credentials equal no others: a rotation is how an operator replaces them. */
async function isCurrent({ current, custodian, credentials }: OpenRotation, parts: Parts): Promise<boolean> {
  const active = await openActiveCredentials({ custodian, current }, parts)
  if (active.kind !== 'opened') return false
  const { apiKey, secretApiKey } = active.credentials
  return isSameSecret(apiKey, credentials.apiKey) && isSameSecret(secretApiKey, credentials.secretApiKey)
}

async function completionOf(
  rotation: OpenRotation,
  { account, reason }: ProbeResult,
  { vault, clock }: Parts,
): Promise<RotationCompletion> {
  const { intent, custodian, credentials, permission, version } = rotation
  const { rotationId, custodianId, tenantId, tokenId, actor, requestId } = intent
  const expectedVersion = custodian.credentialVersion
  const sealed = await vault.seal(credentials, { tenantId, custodianId, version })
  const answer = storedAnswerOf(ok(stored))
  const providerAccount = account ?? custodian.providerAccount ?? ''
  return {
    rotationId,
    custodianId,
    tokenId,
    permission,
    expectedVersion,
    version,
    sealed,
    keyId: acceptedKeyIdOf(rotation),
    providerAccount,
    reason,
    answer,
    actor,
    requestId,
    at: clock.now(),
  }
}

/**
 * A commit that failed may come true after a restart, so one more commit fences it off.
 * When the answer to that is lost too, what the store shows as ended is so; otherwise the outcome is unknown, and the next
 * start decides.
 */
async function voidRotation(rotation: OpenRotation, cause: StoreError, parts: Parts): Promise<Result<RotationResult>> {
  const { rotationId, custodianId } = rotation.intent
  parts.log.error({ err: cause, rotationId }, 'the commit of a rotation failed; it is being voided')
  const failure = { ...toFailure(cause), rotationId }
  const ending = { outcome: 'voided', verdict: 'valid', reason: 'reason=commit-failed' } as const
  try {
    const end = endOf(rotation, ending, { answer: err(failure), at: parts.clock.now() })
    if (await parts.store.endRotation(end)) return err(failure)
  } catch (error) {
    parts.log.error({ err: error, rotationId }, 'a rotation could not be voided; reading its stored outcome')
  }
  const ended = await parts.store.findRotation(custodianId, rotationId).catch(() => null)
  if (ended?.outcome === 'stored') return ok(stored)
  // Another server ends it as interrupted where this one stood still for longer than its lease.
  if (ended?.outcome) return err(failure)
  parts.log.fatal({ rotationId }, 'the outcome of a rotation is unknown')
  parts.onOutcomeUnknown(rotationId)
  return fail('OutcomeUnknown', { rotationId })
}
