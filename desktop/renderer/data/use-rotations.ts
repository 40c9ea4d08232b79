import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReadRotation } from '../../bridge/new-words.ts'
import { api, client } from '../session/api.ts'
import { untilReached } from '../session/query-client.ts'

/** Milliseconds between two looks at rotations of which one is open. */
const whileOpen = 1000

const isOpen = ({ outcome }: ReadRotation) => outcome === null

/** The newest rotations of a custodian. */
export const useRotations = (custodianId: string, limit: number): UseQueryResult<readonly ReadRotation[], unknown> =>
  useQuery(
    api.custodians.rotations.queryOptions(
      { custodianId, limit },
      {
        refetchInterval: (query) => (query.state.data?.some(isOpen) ? whileOpen : untilReached(query)),
      },
    ),
  )

/** One rotation of a custodian, wherever in its history. */
export const useNamedRotation = (custodianId: string, rotationId: string): UseQueryResult<ReadRotation, unknown> =>
  useQuery(api.custodians.rotation.queryOptions({ custodianId, rotationId }))

/** How many rotations the first page has, and each one that is asked for after it. */
const firstPage = 50
const laterPage = 200

/** All rotations of a custodian, newest first, page by page. */
export const useRotationHistory = (custodianId: string) =>
  useInfiniteQuery({
    // Not the options that tRPC makes: they send a direction, which the contract does not have.
    queryKey: [...api.custodians.rotationsPage.pathKey(), 'pages', custodianId],
    queryFn: ({ pageParam, signal }) =>
      client.custodians.rotationsPage.query(
        { custodianId, ...(pageParam === null ? { limit: firstPage } : { limit: laterPage, cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }): readonly ReadRotation[] => pages.flatMap(({ items }) => items),
    refetchInterval: (query) => (query.state.data?.pages[0]?.items.some(isOpen) ? whileOpen : untilReached(query)),
  })
