import { v7 as uuidv7 } from 'uuid'
import type { CredentialRotation, RotationResult } from '../../shared/credentials.ts'
import { fail } from '../../shared/failure.ts'
import { err, type Result } from '../../shared/result.ts'
import { Secret } from '../../shared/secret.ts'
import { seesTenant } from '../access/authorize.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import type { BegunRotation, RotationEnd, RotationIntent } from '../store/writes.ts'
import type { Credentials } from '../vault/credentials.ts'
import { attemptFingerprint, requestFingerprints, saltedRequestFingerprint } from '../vault/fingerprints.ts'
import { keyIdOf } from '../vault/key-id.ts'
import { activateCredentials } from './activate.ts'
import { answerOfStored } from './answer.ts'
import { endAfterError, type OpenRotation, refuse } from './end-rotation.ts'
import { beginOrEnd } from './settle.ts'

type Replay = Extract<BegunRotation, { kind: 'replay' }>

/** Activates the new credentials once the provider accepts them; otherwise the active ones stay active. */
export async function rotateCredentials(
  request: CredentialRotation,
  call: Call,
  parts: Parts,
): Promise<Result<RotationResult>> {
  if (!seesTenant(call.principal, request.tenantId)) return fail('NotFound')
  const credentials = { apiKey: new Secret(request.apiKey), secretApiKey: new Secret(request.secretApiKey) }
  const intent = await intentOf(request, credentials, { call, parts })
  const end = () => parts.store.endRotation(lostBeginOf(intent, parts))
  const begun = await beginOrEnd(() => parts.store.beginRotation(intent), end, parts)
  if (!begun.ok) return begun
  if (begun.value.kind === 'replay') {
    call.onRotation(begun.value.rotationId)
    call.onReplay()
    return replay(begun.value, intent, parts)
  }
  call.onRotation(intent.rotationId)
  const { custodian, current, version } = begun.value
  return probeAndStore({ intent, credentials, custodian, current, version, permission: 'custodians:update' }, parts)
}

/** The end of a rotation that may have begun although nothing said so; the same request may run again. */
const lostBeginOf = ({ rotationId, actor, tokenId, requestId }: RotationIntent, { clock }: Parts): RotationEnd => ({
  rotationId,
  actor,
  actorTokenId: tokenId,
  requestId,
  at: clock.now(),
  outcome: 'failed',
  verdict: null,
  reason: 'reason=AuditUnavailable',
  refusedBy: null,
  answer: null,
})

/** The final answer; one that an earlier version stored gets its verdict and provider from the rotation. */
async function replay(
  { rotationId, answer }: Replay,
  { custodianId, tenantId }: RotationIntent,
  { store }: Parts,
): Promise<Result<RotationResult>> {
  const result = answerOfStored(answer)
  if (result.ok || result.error.verdict) return result
  const rotation = await store.findRotation(custodianId, rotationId)
  const custodian = await store.findCustodian({ custodianId, tenantId })
  const verdict = rotation?.verdict ?? null
  return err({ ...result.error, verdict, provider: verdict && (custodian?.provider ?? null) })
}

async function probeAndStore(rotation: OpenRotation, parts: Parts): Promise<Result<RotationResult>> {
  try {
    const { intent, credentials, custodian } = rotation
    const { rotationId, custodianId } = intent
    const faulty = parts.validator.checkLocally(custodian.provider, credentials)
    if (faulty) return await refuse(rotation, faulty, parts)
    const keyId = (isAccepted: boolean) => keyIdOf({ custodianId, credentials, isAccepted }, parts.vault)
    const offered = await keyId(false)
    // The store keeps their order and may commit them together; the provider is asked once both are durable.
    await Promise.all([
      parts.store.advanceRotation({ rotationId, stage: 'checked' }),
      parts.store.advanceRotation({ rotationId, stage: 'sent', keyId: offered }),
    ])
    const { provider, baseUrl, providerAccount: account } = custodian
    const probeResult = await parts.validator.probe({ provider, baseUrl, account }, credentials)
    if (probeResult.verdict !== 'valid') return await refuse(rotation, probeResult, parts)
    await parts.store.advanceRotation({ rotationId, stage: 'accepted', keyId: await keyId(true) })
    return await activateCredentials(rotation, probeResult, parts)
  } catch (error) {
    return endAfterError(rotation, error, parts)
  }
}

async function intentOf(
  { tenantId, custodianId }: CredentialRotation,
  credentials: Credentials,
  { call, parts: { clock, salt, vault } }: { call: Call; parts: Parts },
): Promise<RotationIntent> {
  const { idempotencyKey: key } = call
  const offer = { tenantId, custodianId, credentials }
  return {
    rotationId: uuidv7(),
    tenantId,
    custodianId,
    tokenId: call.principal.tokenId,
    actor: call.principal.name,
    requestId: call.requestId,
    at: clock.now(),
    keyFingerprint: await attemptFingerprint(offer, vault),
    idempotency:
      key === null
        ? null
        : { key, fingerprints: [...(await requestFingerprints(offer, vault)), saltedRequestFingerprint(offer, salt)] },
  }
}
