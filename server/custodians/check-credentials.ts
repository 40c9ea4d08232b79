import type { ValidationResult } from '../../shared/credentials.ts'
import { fail } from '../../shared/failure.ts'
import type { Id } from '../../shared/primitives.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Call } from '../call.ts'
import type { Parts } from '../parts.ts'
import { validationOf } from './answer.ts'
import { checkPair } from './check-pair.ts'

/** Asks the provider about the pair in force; what it finds, good or bad, is the answer. */
export async function checkCredentials(
  { custodianId }: { custodianId: Id },
  call: Call,
  parts: Parts,
): Promise<Result<ValidationResult>> {
  const custodian = await parts.store.findCustodian({ custodianId, tenantId: call.principal.tenantId })
  if (!custodian) return fail('NotFound')
  const current = await parts.store.findCurrentPair(custodianId)
  if (!current)
    return fail('NotFound', { message: 'This custodian has no keys yet. Store a first pair with update_api_keys.' })
  const pair = parts.vault.open(current.sealed, current)
  const { tenantId } = custodian
  const request = { kind: 'check', tenantId, custodianId, version: current.version, pair } as const
  const checked = await checkPair(request, call, parts)
  return checked.ok ? succeed(validationOf(checked.value.judgement)) : checked
}
