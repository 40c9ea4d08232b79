import { endpointNames, endpoints } from '../../../shared/endpoints.ts'
import type { FailureCode } from '../../../shared/failure.ts'
import { operations } from '../../../shared/operations.ts'
import type { Route } from '../response/recall.ts'

/** Counts answered requests. It is called for every one, also by the fast path, so it only adds to plain numbers. */
export type RequestMeter = {
  /** `status` is 0 where the caller left before it was answered. */
  count(request: { readonly operation: string; readonly status: number; readonly seconds: number }): void
  countFailure(code: FailureCode): void
}

/** The pattern of a path as the framework writes it. */
export const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const fixedOperations: ReadonlyMap<string, string> = new Map([
  ...endpointNames.map((name) => [`${endpoints[name].method} ${routeOf(endpoints[name].path)}`, name] as const),
  ['GET /livez', 'health'],
  ['GET /readyz', 'health'],
])

const tRPC = '/trpc/:path'

function procedureOf(path: string): string {
  if (Object.hasOwn(operations, path)) return path
  return path.includes(',') ? 'batch' : 'other'
}

/**
 * What a request asked for, from a closed set: an operation of the contract, `batch` for several in one tRPC request,
 * `health`, or `other`, which is everything that a stranger can make up.
 */
export function operationOf({ method, params, routeOptions: { url } }: Route): string {
  if (url === tRPC) return procedureOf((params as { path: string }).path)
  return fixedOperations.get(`${method === 'HEAD' ? 'GET' : method} ${url}`) ?? 'other'
}
