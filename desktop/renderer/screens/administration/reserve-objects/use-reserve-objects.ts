import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { allPages } from '../../../../bridge/all-pages.ts'
import { api, client } from '../../../session/api.ts'

const paged = (limit: number, cursor: string | null) => ({ limit, ...(cursor && { cursor }) })

/** Each may bring an icon of 64 KiB. */
const networksPerPage = 500
const objectsPerPage = 1000

export const useNetworks = () =>
  useQuery({
    queryKey: [...api.networks.listPage.pathKey(), 'all'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.networks.listPage.query(paged(networksPerPage, cursor), { signal })),
  })

export const useChainTokens = () =>
  useQuery({
    queryKey: [...api.chainTokens.listPage.pathKey(), 'all'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.chainTokens.listPage.query(paged(objectsPerPage, cursor), { signal })),
  })

export const useReserveAccounts = () =>
  useQuery({
    queryKey: [...api.reserveAccounts.listPage.pathKey(), 'all'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.reserveAccounts.listPage.query(paged(objectsPerPage, cursor), { signal })),
  })

/** Names by ID; an ID stands for itself until they are read. */
export function useNetworkNames(): ReadonlyMap<string, string> {
  const { data } = useNetworks()
  return useMemo(() => new Map(data?.rows.map(({ id, name }) => [id, name])), [data])
}
