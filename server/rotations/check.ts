import type { ValidationResult } from '../../shared/credentials.ts'
import { fail } from '../../shared/failure.ts'
import type { Id } from '../../shared/primitives.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import { failureOfDamage, openActiveCredentials } from './active-credentials.ts'
import { validationOf } from './answer.ts'
import { auditedProbe } from './audited-probe.ts'

/** Checks the active credentials with the provider; the finding, good or bad, is the answer. */
export async function checkCredentials(
  { custodianId }: { custodianId: Id },
  call: Call,
  parts: Parts,
): Promise<Result<ValidationResult>> {
  const stored = await parts.store.findCredentials({ custodianId, tenantId: call.principal.tenantId })
  if (!stored) return fail('NotFound')
  const { custodian } = stored
  const active = await openActiveCredentials(stored, parts)
  if (active.kind === 'none')
    return fail('NotFound', { message: 'This custodian has no keys yet. Store its first keys with update_api_keys.' })
  if (active.kind === 'damaged') return err(failureOfDamage(custodian))
  const { tenantId } = custodian
  const { version, credentials } = active
  const request = { kind: 'check', tenantId, custodianId, version, credentials } as const
  const checked = await auditedProbe(request, call, parts)
  return checked.ok ? ok(validationOf(checked.value.probeResult)) : checked
}
