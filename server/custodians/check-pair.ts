import { v7 as uuidv7 } from 'uuid'
import type { Id } from '../../shared/primitives.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Call } from '../call.ts'
import { type CredentialPair, fingerprintOf } from '../credential-pair.ts'
import type { Parts } from '../parts.ts'
import type { Judgement } from '../providers/provider.ts'
import type { CustodianRecord } from '../store/store.ts'
import type { CheckIntent } from '../store/writes.ts'
import { type Finding, isRefusedByProvider } from './answer.ts'
import { settle } from './settle.ts'

export type CheckRequest = Pick<CheckIntent, 'kind' | 'version'> & {
  readonly custodianId: Id
  readonly tenantId: Id
  readonly pair: CredentialPair
}

/** Asks the provider about a pair and stores nothing but the audit of it; without that audit there is no answer. */
export async function checkPair(
  { pair, ...request }: CheckRequest,
  call: Call,
  parts: Parts,
): Promise<Result<Finding>> {
  const checkId = uuidv7()
  const by = { actor: call.principal.name, actorTokenId: call.principal.tokenId }
  const keyFingerprint = fingerprintOf(pair.apiKey, parts.salt)
  const begun = await parts.store.beginCheck({ ...request, ...by, checkId, keyFingerprint, at: parts.clock.now() })
  if (!begun.ok) return begun
  const custodian = begun.value
  const judgement = await judge(custodian, pair, parts)
  const { verdict, reason } = judgement
  const end = {
    ...by,
    checkId,
    verdict,
    reason,
    at: parts.clock.now(),
    isRefusedByProvider: isRefusedByProvider(judgement),
  }
  const unsettled = await settle(() => parts.store.endCheck(end), parts)
  return unsettled ? { ok: false, failure: unsettled } : succeed({ judgement, custodian })
}

async function judge(custodian: CustodianRecord, pair: CredentialPair, { judge }: Parts): Promise<Judgement> {
  const { provider, baseUrl, providerAccount: account } = custodian
  return judge.checkLocally(provider, pair) ?? (await judge.probe({ provider, baseUrl, account }, pair))
}
