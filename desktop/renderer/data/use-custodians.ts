import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReadCustodian } from '../../bridge/new-words.ts'
import { api } from '../session/api.ts'
import { failureFrom } from '../session/failure.ts'
import { untilReached } from '../session/query-client.ts'
import { useMay, useSession } from '../session/session.ts'

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
  error !== null && failureFrom(error).code === 'Forbidden'

/** Names by id, as far as the token may read them. */
export function useTenantNames(): ReadonlyMap<string, string> {
  const session = useSession()
  const isPermitted = session?.permissions.includes('tenants:read') === true
  const { data } = useQuery(api.tenants.list.queryOptions({}, { enabled: isPermitted, staleTime: 60_000 }))
  const own = session?.tenant
  return useMemo(() => new Map([...(own ? [own] : []), ...(data ?? [])].map(({ id, name }) => [id, name])), [own, data])
}

/** The id in the address of every screen of one custodian. */
export const useCustodianId = (): string => useParams({ from: '/custodians/$custodianId' }).custodianId

/** The custodian of the address; undefined until it is read, or when the token does not see it. */
export function useCustodian(): ReadCustodian | undefined {
  const id = useCustodianId()
  return useCustodians().data?.find((custodian) => custodian.id === id)
}

/** Names by id, as far as the token may read them. */
export function useCustodianNames(): ReadonlyMap<string, string> {
  const enabled = useMay('custodians:read') === true
  const { data } = useQuery(api.custodians.list.queryOptions({}, { enabled }))
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data])
}
