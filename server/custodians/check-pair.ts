import { v7 as uuidv7 } from 'uuid'
import type { Id } from '../../shared/primitives.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Call } from '../call.ts'
import type { Parts } from '../parts.ts'
import type { Judgement } from '../providers/provider.ts'
import type { CredentialPair } from '../secret.ts'
import type { CustodianRecord } from '../store/store.ts'
import type { CheckIntent } from '../store/writes.ts'
import { refusedKeyOf } from './answer.ts'

export type CheckRequest = {
  readonly kind: CheckIntent['kind']
  readonly custodianId: Id
  readonly tenantId: Id
  readonly pair: CredentialPair
}

/** Asks the provider about a pair and stores nothing but the audit of it. */
export async function checkPair(request: CheckRequest, call: Call, parts: Parts): Promise<Result<Judgement>> {
  const { kind, custodianId, tenantId, pair } = request
  const [checkId, actor] = [uuidv7(), call.principal.name]
  const keyFingerprint = pair.apiKey.fingerprint(parts.salt)
  const begun = await parts.store.beginCheck({
    checkId,
    kind,
    custodianId,
    tenantId,
    keyFingerprint,
    actor,
    at: parts.clock.now(),
  })
  if (!begun.ok) return begun
  const judgement = await judge(begun.value, pair, parts)
  const { verdict, reason } = judgement
  await parts.store.endCheck({
    checkId,
    verdict,
    reason,
    actor,
    at: parts.clock.now(),
    ...refusedKeyOf(judgement, keyFingerprint),
  })
  return succeed(judgement)
}

async function judge(custodian: CustodianRecord, pair: CredentialPair, { judge }: Parts): Promise<Judgement> {
  const { provider, baseUrl, providerAccount: account } = custodian
  return judge.checkLocally(provider, pair) ?? (await judge.probe({ provider, baseUrl, account }, pair))
}
