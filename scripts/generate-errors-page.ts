import { failuresBesideEndpoints, failuresOf, healthEndpoints } from '../shared/endpoint-failures.ts'
import { endpoints } from '../shared/endpoints.ts'
import { type FailureCode, failureCodes } from '../shared/failure.ts'
import type { OperationName } from '../shared/operations.ts'

const introduction = `# Errors

Every failure is answered in the result envelope: \`isSuccess\` false, \`isFailure\` true, and an \`error\` with one of these codes, a message and \`info\`, one line per detail.
tRPC carries the same code, message and info in \`data.failure\`. The header \`request-id\` names the request in the log.

| code | status | meaning | what to do | answered by |
|---|---|---|---|---|`

const names = Object.keys(endpoints) as OperationName[]
const codesOf: ReadonlyMap<string, readonly FailureCode[]> = new Map<string, readonly FailureCode[]>([
  ...names.map((name) => [name, failuresOf(name)] as const),
  ...Object.entries(healthEndpoints).map(([path, { failures }]) => [path, failures] as const),
])

function endpointsWith(code: FailureCode): string {
  const having = names.filter((name) => codesOf.get(name)?.includes(code))
  const missing = names.filter((name) => !having.includes(name))
  if (missing.length === 0) return 'every operation'
  if (missing.length === 1) return `every operation but ${missing[0]}`
  return having.join(', ')
}

function whereOf(code: FailureCode): string {
  if ([...codesOf.values()].every((codes) => codes.includes(code))) return 'every path'
  const health = Object.keys(healthEndpoints).filter((path) => codesOf.get(path)?.includes(code))
  return [endpointsWith(code), ...health, failuresBesideEndpoints.get(code)].filter(Boolean).join(', ')
}

const lineOf = (code: FailureCode): string => {
  const { status, meaning, remedy } = failureCodes[code]
  return `| \`${code}\` | ${status} | ${meaning} | ${remedy} | ${whereOf(code)} |`
}

/** `docs/errors.md`: every failure, what it means, what to do, and what answers it. */
export const errorsPage = (): string =>
  [introduction, ...(Object.keys(failureCodes) as FailureCode[]).map(lineOf), ''].join('\n')
