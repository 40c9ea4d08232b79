import { v7 as uuidv7 } from 'uuid'
import type { CredentialRotation, RotationResult } from '../../shared/credentials.ts'
import { fail } from '../../shared/failure.ts'
import type { Result } from '../../shared/result.ts'
import { Secret } from '../../shared/secret.ts'
import { seesTenant } from '../access/authorize.ts'
import type { Call } from '../core/call.ts'
import type { Parts } from '../core/parts.ts'
import type { RotationIntent } from '../store/writes.ts'
import {
  attemptFingerprint,
  type CredentialPair,
  requestFingerprints,
  saltedRequestFingerprint,
} from '../vault/credentials.ts'
import { cutOver } from './activate.ts'
import { answerOfStored } from './answer.ts'
import { endWith, type OpenRotation, refuse } from './open-rotation.ts'

/** Cuts over to credentials the provider has accepted; the old pair stays current on every other path. */
export async function rotateCredentials(
  request: CredentialRotation,
  call: Call,
  parts: Parts,
): Promise<Result<RotationResult>> {
  if (!seesTenant(call.principal, request.tenantId)) return fail('NotFound')
  const pair = { apiKey: new Secret(request.apiKey), secretApiKey: new Secret(request.secretApiKey) }
  const intent = intentOf(request, pair, { call, parts })
  const begun = await parts.store.beginRotation(intent)
  if (!begun.ok) return begun
  if (begun.value.kind === 'replay') {
    call.onRotation(begun.value.rotationId)
    call.onReplay()
    return answerOfStored(begun.value.answer)
  }
  call.onRotation(intent.rotationId)
  const { custodian, current, version } = begun.value
  return judgeAndStore({ intent, pair, custodian, current, version, permission: 'custodians:update' }, parts)
}

async function judgeAndStore(rotation: OpenRotation, parts: Parts): Promise<Result<RotationResult>> {
  try {
    const { intent, pair, custodian } = rotation
    const { rotationId } = intent
    const faulty = parts.judge.checkLocally(custodian.provider, pair)
    if (faulty) return await refuse(rotation, faulty, parts)
    await parts.store.advanceRotation({ rotationId, stage: 'checked' })
    await parts.store.advanceRotation({ rotationId, stage: 'sent' })
    const { provider, baseUrl, providerAccount: account } = custodian
    const judgement = await parts.judge.probe({ provider, baseUrl, account }, pair)
    if (judgement.verdict !== 'valid') return await refuse(rotation, judgement, parts)
    await parts.store.advanceRotation({ rotationId, stage: 'accepted' })
    return await cutOver(rotation, judgement, parts)
  } catch (error) {
    return endWith(rotation, error, parts)
  }
}

function intentOf(
  { tenantId, custodianId }: CredentialRotation,
  pair: CredentialPair,
  { call, parts: { clock, salt, vault } }: { call: Call; parts: Parts },
): RotationIntent {
  const { idempotencyKey: key } = call
  const offer = { tenantId, custodianId, pair }
  return {
    rotationId: uuidv7(),
    tenantId,
    custodianId,
    tokenId: call.principal.tokenId,
    actor: call.principal.name,
    at: clock.now(),
    keyFingerprint: attemptFingerprint(offer, vault),
    idempotency:
      key === null
        ? null
        : { key, fingerprints: [...requestFingerprints(offer, vault), saltedRequestFingerprint(offer, salt)] },
  }
}
