import { z } from 'zod'
import { type Changed, type Failure, type FailureCode, factsOf, failureCodes } from './failure.ts'
import { ProviderId, Verdict } from './providers.ts'
import type { Result } from './result.ts'

const codes = Object.keys(failureCodes) as [FailureCode, ...FailureCode[]]

/** Apart from the table of failures, which the console's page loads without zod. */
export const ChangedSchema = z
  .enum(['nothing', 'unknown'] satisfies readonly Changed[])
  .describe('what the failed request changed; unknown: read the rotation before anything else is done')

export const EnvelopeError = z
  .strictObject({
    code: z.enum(codes).describe('error code'),
    message: z.string().describe('human-readable message'),
    info: z.array(z.string()).describe('detail lines, for example one per failed validation rule'),
    changed: ChangedSchema,
    verdict: Verdict.nullable().describe(
      'what the check of the credentials found; null when the failure is not about it',
    ),
    provider: ProviderId.nullable().describe('external provider that the failure is about; null for any other failure'),
    cause: z
      .string()
      .nullable()
      .describe('why the provider could not be asked, such as timeout, dns or tls-expired; null otherwise'),
  })
  .meta({ id: 'Error', description: 'error information when the operation fails' })

/** The result envelope every REST answer carries. */
export const envelopeOf = <Value extends z.core.$ZodType>(value: Value) =>
  z.strictObject({
    isSuccess: z.boolean().describe('true when the operation completed successfully'),
    isFailure: z.boolean().describe('true when the operation failed; the opposite of isSuccess'),
    error: EnvelopeError.nullable().describe('error information when the operation fails; null on success'),
    value: z.nullable(value).describe('the result when the operation succeeds'),
  })

export const errorOf = (failure: Failure): z.infer<typeof EnvelopeError> => ({
  code: failure.code,
  message: failure.message,
  info: [...failure.info],
  ...factsOf(failure),
})

export const envelope = <Value>(result: Result<Value>) =>
  result.ok
    ? { isSuccess: true, isFailure: false, error: null, value: result.value }
    : { isSuccess: false, isFailure: true, error: errorOf(result.error), value: result.error.value ?? null }
