import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReadCustodian } from '../../bridge/new-words.ts'
import { api } from '../session/api.ts'
import { failureIn } from '../session/failure.ts'
import { untilReached } from '../session/query-client.ts'
import { useSession } from '../session/session.ts'

/** Milliseconds between two looks at custodians of which one is being rotated. */
const whileRotating = 2000

const isRotating = ({ state }: ReadCustodian) => state === 'rotating'

/** The custodians that the token sees. */
export const useCustodians = (): UseQueryResult<readonly ReadCustodian[], unknown> =>
  useQuery(
    api.custodians.list.queryOptions(
      {},
      { refetchInterval: (query) => (query.state.data?.some(isRotating) ? whileRotating : untilReached(query)) },
    ),
  )

/** Whether the token may not read them. */
export const isForbidden = ({ error }: { readonly error: unknown }): boolean =>
  error !== null && failureIn(error).code === 'Forbidden'

/** Names by id, as far as the token may read them. */
export function useTenantNames(): ReadonlyMap<string, string> {
  const session = useSession()
  const isPermitted = session?.permissions.includes('tenants:read') === true
  const { data } = useQuery(api.tenants.list.queryOptions({}, { enabled: isPermitted, staleTime: 60_000 }))
  const own = session?.tenant
  return useMemo(() => new Map([...(own ? [own] : []), ...(data ?? [])].map(({ id, name }) => [id, name])), [own, data])
}
