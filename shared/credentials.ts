import { z } from 'zod'
import { IdInput, requiredOr } from './primitives.ts'
import { Verdict } from './providers.ts'

/** Room for a private key in either member, so that swapped keys are reported as swapped and not as too long. */
const most = 8192

const key = z
  .string({ error: requiredOr('must be text') })
  .min(1, 'must not be empty')
  .max(most, `must have at most ${most} characters`)
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'must be well-formed text without NUL')

/** Credential rotation request. */
export const CredentialRotation = z
  .strictObject({
    tenantId: IdInput.describe('tenant that owns the custodian'),
    custodianId: IdInput.describe('custodian whose credentials are rotated; taken from the route `id`'),
    apiKey: key.describe('replacement API key issued by the custodian provider'),
    secretApiKey: key.describe('replacement secret API key that complements the primary key'),
  })
  .meta({ id: 'CredentialRotation' })
export type CredentialRotation = z.infer<typeof CredentialRotation>

const validationStatus = z.boolean().describe('new credentials validated')
const message = z.string().describe('confirmation or error text')
const isWrongCredentials = z
  .boolean()
  .describe('true only when the credentials themselves are wrong, not when a role or an IP address is')

/** Credential rotation result. */
export const RotationResult = z
  .strictObject({
    success: z.boolean().describe('update succeeded'),
    validationStatus,
    message,
    isWrongCredentials,
  })
  .meta({ id: 'RotationResult' })
export type RotationResult = z.infer<typeof RotationResult>

/** The result of a check; nothing was stored. */
export const ValidationResult = z
  .strictObject({
    validationStatus: z.boolean().describe('credentials validated'),
    verdict: Verdict,
    message,
    isWrongCredentials,
  })
  .meta({ id: 'ValidationResult' })
export type ValidationResult = z.infer<typeof ValidationResult>
