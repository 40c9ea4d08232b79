import type { RotationResult } from '../../../shared/credentials.ts'
import { endpoints } from '../../../shared/endpoints.ts'
import { envelope } from '../../../shared/envelope.ts'
import { type FailureCode, fail, type ProviderFacts } from '../../../shared/failure.ts'
import type { EndpointName } from '../../../shared/operations.ts'
import type { NumberForm } from '../response/number-form.ts'

/** What a caller writes into the body; the keys say themselves that they are none. */
export function bodyExample(name: EndpointName, form: NumberForm) {
  const members = Object.entries(endpoints[name].bodyExample ?? credentials)
  const isId = (member: string) => /^id$|Id$/.test(member)
  return Object.fromEntries(
    members.map(([member, value]) => [member, form === 'number' && isId(member) ? Number(value) : value]),
  )
}

const credentials = { tenantId: '7', apiKey: '<the new API key>', secretApiKey: '<the new secret API key>' }

const infoExamples: Partial<Record<FailureCode, readonly string[]>> = {
  ValidationError: ['apiKey: is required'],
  Forbidden: ['permission: custodians:read is missing'],
  ProviderUnavailable: ['reason=unreachable provider=copper cause=timeout'],
  AlreadyExists: ['id: 7 is the ID of another tenant'],
  InUse: ['custodians: 3'],
  Frozen: ['frozen: tenant 7, by night-shift, since 2026-03-04T05:06:07.008Z', 'why: stolen laptop, case 4711'],
  PreconditionFailed: ['version: is 4 now, not 3'],
  BadRequest: ['Host: is given 2 times, must be once'],
}

const factExamples: Partial<Record<FailureCode, ProviderFacts>> = {
  ProviderUnavailable: { verdict: 'unreachable', provider: 'copper', cause: 'timeout' },
}

export const failureExample = (code: FailureCode) => ({
  summary: code,
  value: envelope(fail(code, { info: infoExamples[code] ?? [], ...factExamples[code] })),
})

export const refusalExample = (value: unknown) => ({
  summary: 'The provider rejected the keys',
  value: envelope(
    fail('ValidationError', {
      message: (value as RotationResult).message,
      info: ['reason=wrong-credentials provider=copper http=401'],
      verdict: 'wrong-credentials',
      provider: 'copper',
      value,
    }),
  ),
})
