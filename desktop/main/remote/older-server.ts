import type { OperationName } from '../../../shared/operations.ts'
import { largestPage } from '../../../shared/paging.ts'
import type { ApiRequest } from './trpc-request.ts'

/** A query as an older server knows it, and how its answer reads today. */
type OlderQuery = { readonly request: ApiRequest; readonly read: (value: unknown) => unknown }

type Translation = {
  /** The code with which a server that does not know the query refuses it. */
  readonly refusedWith: string
  /** Null for what no older server can have been asked. */
  readonly olderQuery: (input: Readonly<Record<string, unknown>>) => OlderQuery | null
}

/** Queries that are in the contract since later than 1.0 began. Mutations are never sent a second time. */
const translations: Partial<Record<OperationName, Translation>> = {
  'custodians.rotationsPage': {
    refusedWith: 'NotFound',
    olderQuery: ({ custodianId, cursor }) =>
      cursor === undefined
        ? {
            request: { path: 'custodians.rotations', input: { custodianId, limit: largestPage } },
            read: (items) => ({ items, nextCursor: null }),
          }
        : null,
  },
  'reports.reserves': {
    refusedWith: 'ValidationError',
    olderQuery: ({ contracts, ...input }) =>
      contracts === undefined ? null : { request: { path: 'reports.reserves', input }, read: (rows) => rows },
  },
}

/** The same query for an older server, where the code is that of a server which does not know it; else null. */
export function olderQueryOf({ path, input }: ApiRequest, code: string): OlderQuery | null {
  const translation = translations[path]
  return translation?.refusedWith === code ? translation.olderQuery({ ...(input as object) }) : null
}
