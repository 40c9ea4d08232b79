import type { CredentialRotation, ValidationResult } from '../../shared/credentials.ts'
import { fail } from '../../shared/failure.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { Secret } from '../../shared/secret.ts'
import { seesTenant } from '../access/authorize.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import { failureOfProbe, validationOf } from './answer.ts'
import { auditedProbe } from './audited-probe.ts'

/** Answers what a rotation with this pair would, and stores nothing. */
export async function validateCredentials(
  { tenantId, custodianId, apiKey, secretApiKey }: CredentialRotation,
  call: Call,
  parts: Parts,
): Promise<Result<ValidationResult>> {
  if (!seesTenant(call.principal, tenantId)) return fail('NotFound')
  const credentials = { apiKey: new Secret(apiKey), secretApiKey: new Secret(secretApiKey) }
  const checked = await auditedProbe(
    { kind: 'validation', tenantId, custodianId, version: null, credentials },
    call,
    parts,
  )
  if (!checked.ok) return checked
  const result = validationOf(checked.value.probeResult)
  return result.validationStatus ? ok(result) : err(failureOfProbe(checked.value, result))
}
