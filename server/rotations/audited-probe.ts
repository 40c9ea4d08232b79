import { v7 as uuidv7 } from 'uuid'
import type { Id } from '../../shared/primitives.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import type { ProbeResult } from '../providers/provider.ts'
import type { CustodianRecord } from '../store/records.ts'
import type { CheckEnd, CheckIntent } from '../store/rotation-writes.ts'
import type { Credentials } from '../vault/credentials.ts'
import { attemptFingerprint } from '../vault/fingerprints.ts'
import { keyIdOf } from '../vault/key-id.ts'
import { type ProbedCustodian, refusedBy } from './answer.ts'
import { beginOrEnd, settle } from './settle.ts'

export type CheckRequest = Pick<CheckIntent, 'kind' | 'version'> & {
  readonly custodianId: Id
  readonly tenantId: Id
  readonly credentials: Credentials
}

type Found = Pick<CheckEnd, 'verdict' | 'reason' | 'refusedBy' | 'keyId'>

/** What a check found that failed before it could find anything. */
const failedBy = (code: string): Found => ({ verdict: null, reason: `reason=${code}`, refusedBy: null })

/** Asks the provider about credentials and stores nothing but the audit records; if those cannot be written, the call fails. */
export async function auditedProbe(
  { credentials, ...request }: CheckRequest,
  call: Call,
  parts: Parts,
): Promise<Result<ProbedCustodian>> {
  const checkId = uuidv7({ msecs: parts.clock.now() })
  const { tokenId, name } = call.principal
  const by = { actor: name, actorTokenId: tokenId, requestId: call.requestId }
  const keyFingerprint = await attemptFingerprint({ ...request, credentials }, parts.vault)
  const intent = { ...request, checkId, keyFingerprint, tokenId, ...by, at: parts.clock.now() }
  const endOf = (found: Found): CheckEnd => ({ ...found, ...by, checkId, at: parts.clock.now() })
  const endLost = () => parts.store.endCheck(endOf(failedBy('AuditUnavailable')))
  const begun = await beginOrEnd(() => parts.store.beginCheck(intent), endLost, parts)
  if (!begun.ok) return begun
  const custodian = begun.value
  const end = (found: Found) => {
    const ended = endOf(found)
    return settle(() => parts.store.endCheck(ended), parts)
  }
  try {
    const probeResult = await probe(custodian, credentials, parts)
    const { verdict, reason } = probeResult
    const keyId = await keyIdOfChecked({ ...request, credentials, probeResult }, parts)
    const unsettled = await end({ verdict, reason, refusedBy: refusedBy(probeResult), keyId })
    return unsettled ? err(unsettled) : ok({ probeResult, custodian })
  } catch (error) {
    // An open check would hold the budgets of its key and its token until a restart.
    await end(failedBy('UnexpectedError'))
    throw error
  }
}

type Checked = Omit<CheckRequest, 'tenantId' | 'version'> & { readonly probeResult: ProbeResult }

/** The active credentials were accepted once. Nothing names offered ones that a local rule refused. */
async function keyIdOfChecked({ kind, custodianId, credentials, probeResult }: Checked, { vault }: Parts) {
  if (kind === 'validation' && probeResult.source === 'local') return null
  const isAccepted = kind === 'check' || probeResult.verdict === 'valid'
  return keyIdOf({ custodianId, credentials, isAccepted }, vault)
}

async function probe(custodian: CustodianRecord, credentials: Credentials, { validator }: Parts): Promise<ProbeResult> {
  const { provider, baseUrl, providerAccount: account } = custodian
  return (
    validator.checkLocally(provider, credentials) ??
    (await validator.probe({ provider, baseUrl, account }, credentials))
  )
}
