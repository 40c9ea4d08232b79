import type { RotationResult, ValidationResult } from '../../shared/credentials.ts'
import { type Failure, failureOfCode } from '../../shared/failure.ts'
import type { Verdict } from '../../shared/providers.ts'
import { err, type Result } from '../../shared/result.ts'
import type { ProbeResult } from '../providers/provider.ts'
import type { CustodianRecord } from '../store/records.ts'
import type { RefusedBy } from '../store/rotation-writes.ts'

const refusing: ReadonlySet<Verdict> = new Set(['wrong-credentials', 'not-permitted', 'different-account'])

/** What stayed as it was; a custodian whose first pair failed has no old keys to speak of. */
const unchanged = ({ credentialVersion }: CustodianRecord): string =>
  credentialVersion === 0
    ? 'Nothing was changed; this custodian still has no keys.'
    : 'Nothing was changed; the old keys are still active.'

/** What the provider, or the local check, found of a pair that was offered for a custodian. */
export type ProbedCustodian = { readonly probeResult: ProbeResult; readonly custodian: CustodianRecord }

/** The pair or its rights are wrong, as opposed to a provider that could not be asked. */
export const isRefusal = ({ verdict }: ProbeResult): boolean => refusing.has(verdict)

/** The failure for credentials that were not found valid, with the result the operation would have returned. */
export function failureOfProbe(
  { probeResult, custodian }: ProbedCustodian,
  value: RotationResult | ValidationResult,
): Failure {
  const { verdict, reason, cause = null, retryAfterSeconds } = probeResult
  const { provider } = custodian
  const message = `${probeResult.message} ${unchanged(custodian)}`
  const about = { message, info: [reason], verdict, provider, cause }
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return isRefusal(probeResult)
    ? failureOfCode('ValidationError', { ...about, value: { ...value, message } })
    : failureOfCode('ProviderUnavailable', { ...about, ...retry })
}

export const validationOf = ({ verdict, message }: ProbeResult): ValidationResult => ({
  validationStatus: verdict === 'valid',
  verdict,
  message,
  isWrongCredentials: verdict === 'wrong-credentials',
})

export const refusedRotationOf = ({ verdict, message }: ProbeResult): RotationResult => ({
  success: false,
  validationStatus: false,
  message,
  isWrongCredentials: verdict === 'wrong-credentials',
})

/** Only what says that the pair itself is wrong counts towards a budget. */
export const refusedBy = ({ verdict, source }: ProbeResult): RefusedBy =>
  verdict === 'wrong-credentials' ? source : null

/** As idempotency records hold it, for a day or longer and across upgrades, so its names are not those of {@link Result}. */
type StoredAnswer =
  | { readonly ok: true; readonly value: RotationResult }
  | { readonly ok: false; readonly failure: Failure }

export const storedAnswerOf = (answer: Result<RotationResult>): string =>
  JSON.stringify((answer.ok ? answer : { ok: false, failure: answer.error }) satisfies StoredAnswer)

export function answerOfStored(text: string): Result<RotationResult> {
  const stored = JSON.parse(text) as StoredAnswer
  return stored.ok ? stored : err(stored.failure)
}
