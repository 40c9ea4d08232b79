import { v7 as uuidv7 } from 'uuid'
import type { Id } from '../../shared/primitives.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Call } from '../core/call.ts'
import type { Parts } from '../core/parts.ts'
import type { Judgement } from '../providers/provider.ts'
import type { CustodianRecord } from '../store/store.ts'
import type { CheckEnd, CheckIntent } from '../store/writes.ts'
import { attemptFingerprint, type CredentialPair } from '../vault/credentials.ts'
import { type Finding, refusedBy } from './answer.ts'
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
  const [checkId, { tokenId, name }] = [uuidv7(), call.principal]
  const by = { actor: name, actorTokenId: tokenId }
  const keyFingerprint = attemptFingerprint({ ...request, pair }, parts.vault)
  const intent = { ...request, checkId, keyFingerprint, tokenId, ...by, at: parts.clock.now() }
  const begun = await parts.store.beginCheck(intent)
  if (!begun.ok) return begun
  const custodian = begun.value
  const end = (found: Pick<CheckEnd, 'verdict' | 'reason' | 'refusedBy'>) => {
    const ended = { ...found, ...by, checkId, at: parts.clock.now() }
    return settle(() => parts.store.endCheck(ended), parts)
  }
  try {
    const judgement = await judge(custodian, pair, parts)
    const { verdict, reason } = judgement
    const unsettled = await end({ verdict, reason, refusedBy: refusedBy(judgement) })
    return unsettled ? err(unsettled) : ok({ judgement, custodian })
  } catch (error) {
    // An open check would hold the budgets of its key and its token until a restart.
    await end({ verdict: null, reason: 'reason=UnexpectedError', refusedBy: null })
    throw error
  }
}

async function judge(custodian: CustodianRecord, pair: CredentialPair, { judge }: Parts): Promise<Judgement> {
  const { provider, baseUrl, providerAccount: account } = custodian
  return judge.checkLocally(provider, pair) ?? (await judge.probe({ provider, baseUrl, account }, pair))
}
