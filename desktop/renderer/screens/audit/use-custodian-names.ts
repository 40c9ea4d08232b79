import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../session/api.ts'
import { useMay } from '../../session/session.ts'

/** Names by id, as far as the token may read them. */
export function useCustodianNames(): ReadonlyMap<string, string> {
  const enabled = useMay('custodians:read') === true
  const { data } = useQuery(api.custodians.list.queryOptions({}, { enabled }))
  return useMemo(() => new Map(data?.map(({ id, name }) => [id, name])), [data])
}
