import { v7 as uuidv7 } from 'uuid'
import type { CredentialRotation, RotationResult } from '../../shared/credentials.ts'
import { fail } from '../../shared/failure.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { Secret } from '../../shared/secret.ts'
import { seesTenant } from '../access/authorize.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import type { ProbeResult } from '../providers/provider.ts'
import type { BegunRotation, RotationEnd, RotationIntent } from '../store/rotation-writes.ts'
import type { Credentials } from '../vault/credentials.ts'
import { attemptFingerprint, type Offer, requestFingerprints, saltedRequestFingerprint } from '../vault/fingerprints.ts'
import { keyIdOf } from '../vault/key-id.ts'
import { activateCredentials } from './activate.ts'
import { answerOfStored } from './answer.ts'
import { endAfterError, type OpenRotation, refuse } from './end-rotation.ts'
import { beginOrEnd } from './settle.ts'

type Replay = Extract<BegunRotation, { kind: 'replay' }>
type Begun = Exclude<BegunRotation, { kind: 'overtaken' }>

/** Activates the new credentials once the provider accepts them; otherwise the active ones stay active. */
export async function rotateCredentials(
  request: CredentialRotation,
  call: Call,
  parts: Parts,
): Promise<Result<RotationResult>> {
  if (!seesTenant(call.principal, request.tenantId)) return fail('NotFound')
  const credentials = { apiKey: new Secret(request.apiKey), secretApiKey: new Secret(request.secretApiKey) }
  const { intent, begun } = await beginInOrder(await intentOf(request, credentials, { call, parts }), parts)
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

/** Another server, whose clock is a little ahead, or a request that came later may have begun and ended one meanwhile. */
async function beginInOrder(
  intent: RotationIntent,
  parts: Parts,
): Promise<{ readonly intent: RotationIntent; readonly begun: Result<Begun> }> {
  const end = () => parts.store.endRotation(lostBeginOf(intent, parts))
  const begun = await beginOrEnd(() => parts.store.beginRotation(intent), end, parts)
  if (!begun.ok) return { intent, begun }
  const { value } = begun
  if (value.kind !== 'overtaken') return { intent, begun: ok(value) }
  return beginInOrder({ ...intent, rotationId: idAfter(value.by) }, parts)
}

/** The first 48 bits of a UUID v7 are its milliseconds. */
const idAfter = (rotationId: string): string =>
  uuidv7({ msecs: Number.parseInt(rotationId.replace('-', '').slice(0, 12), 16) + 1 })

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
    const faulty = intent.checkedFor === custodian.provider ? null : await checkAfterBegin(rotation, parts)
    if (faulty) return await refuse(rotation, faulty, parts)
    const { provider, baseUrl, providerAccount: account } = custodian
    const probeResult = await parts.validator.probe({ provider, baseUrl, account }, credentials)
    if (probeResult.verdict !== 'valid') return await refuse(rotation, probeResult, parts)
    return await activateCredentials(rotation, probeResult, parts)
  } catch (error) {
    return endAfterError(rotation, error, parts)
  }
}

/** For keys in a wrong format, and where the custodian got another provider before the rotation began. */
async function checkAfterBegin(
  { intent: { rotationId, keyId }, credentials, custodian }: OpenRotation,
  { store, validator }: Parts,
): Promise<ProbeResult | null> {
  const faulty = validator.checkLocally(custodian.provider, credentials)
  if (faulty) return faulty
  await store.advanceRotation({ rotationId, stage: 'checked' })
  await store.advanceRotation({ rotationId, stage: 'sent', keyId })
  return null
}

/** The provider of the custodian, if the keys have the format that it issues; null where that is to be audited. */
async function providerOfFormat(
  { custodianId, tenantId }: CredentialRotation,
  credentials: Credentials,
  { store, validator }: Parts,
): Promise<ProviderId | null> {
  const custodian = await store.findCustodian({ custodianId, tenantId })
  return custodian && !validator.checkLocally(custodian.provider, credentials) ? custodian.provider : null
}

async function intentOf(
  request: CredentialRotation,
  credentials: Credentials,
  { call, parts }: { call: Call; parts: Parts },
): Promise<RotationIntent> {
  const { tenantId, custodianId } = request
  const { idempotencyKey: key } = call
  const { clock, vault } = parts
  const at = clock.now()
  const offer = { tenantId, custodianId, credentials }
  return {
    rotationId: uuidv7({ msecs: at }),
    tenantId,
    custodianId,
    tokenId: call.principal.tokenId,
    actor: call.principal.name,
    requestId: call.requestId,
    at,
    keyFingerprint: await attemptFingerprint(offer, vault),
    idempotency: key === null ? null : { key, ...(await recordSought(offer, { at, parts })) },
    checkedFor: await providerOfFormat(request, credentials, parts),
    keyId: await keyIdOf({ custodianId, credentials, isAccepted: false }, vault),
  }
}

/** By what the record of the same request is recognized, and since when it counts. */
async function recordSought(offer: Offer, { at, parts }: { at: number; parts: Parts }) {
  const { recordsKeptFor, salt, vault } = parts
  const fingerprints = [...(await requestFingerprints(offer, vault)), saltedRequestFingerprint(offer, salt)]
  return { fingerprints, keptSince: at - recordsKeptFor }
}
