import { failuresOf, failuresOutsideEndpoints, healthEndpoints } from '../../../shared/endpoint-failures.ts'
import { endpointNames as names } from '../../../shared/endpoints.ts'
import { type Changed, type FailureCode, failureCodes, type Retry } from '../../../shared/failure.ts'

/** One failure as the reference explains it. */
export type ErrorEntry = {
  readonly code: FailureCode
  readonly status: number
  readonly meaning: string
  readonly remedy: string
  readonly retry: Retry
  readonly changed: Changed
  /** Operations and paths that answer it, in words. */
  readonly answeredBy: string
}

/** What holds of every failure, in Markdown. */
export const aboutErrors: readonly string[] = [
  'Every failure returns the result envelope: `isSuccess` false, `isFailure` true, and an `error` with one of these codes, ' +
    'a message and `info`, one line per detail. tRPC carries the same members in `data.failure`.',
  '`changed` says what the failed request changed. `nothing`: stored data and active keys are as before. `unknown`: read the ' +
    'rotation, or what the request was to change, before anything else is done. Decide by this member, not by the code or the text.',
  'A failure that comes from checking credentials also names the `verdict` and the `provider`, and the `cause` when the provider ' +
    'could not be asked; otherwise these members are null. Older servers send none of the four.',
  'The header `request-id` names the request in the log; the header `link` with `rel="help"` names the entry of the code on the ' +
    'page `/docs/errors` of the server.',
  'Each code says whether the same request may be retried. `same-key`: yes, unchanged and under the same `Idempotency-Key` if it ' +
    'has one. It runs again, or returns the recorded outcome; one key never stores two rotations. `new-key`: only a corrected ' +
    'request, under a new key. `no`: the same request fails again until something else changes.',
  'Wait before each retry: for the time in `Retry-After`, otherwise longer each time.',
]

const codesOf: ReadonlyMap<string, readonly FailureCode[]> = new Map<string, readonly FailureCode[]>([
  ...names.map((name) => [name, failuresOf(name)] as const),
  ...Object.entries(healthEndpoints).map(([path, { failures }]) => [path, failures] as const),
])

function endpointsWith(code: FailureCode): string {
  const having = names.filter((name) => codesOf.get(name)?.includes(code))
  const missing = names.filter((name) => !having.includes(name))
  if (missing.length === 0) return 'every operation'
  if (missing.length === 1) return `every operation except ${missing[0]}`
  return having.join(', ')
}

function answeredBy(code: FailureCode): string {
  if ([...codesOf.values()].every((codes) => codes.includes(code))) return 'every path'
  const health = Object.keys(healthEndpoints).filter((path) => codesOf.get(path)?.includes(code))
  return [endpointsWith(code), ...health, failuresOutsideEndpoints.get(code)].filter(Boolean).join(', ')
}

/** Every failure, in the order of `failureCodes`. */
export const errorReference = (): readonly ErrorEntry[] =>
  (Object.keys(failureCodes) as FailureCode[]).map((code) => ({
    code,
    ...failureCodes[code],
    answeredBy: answeredBy(code),
  }))
