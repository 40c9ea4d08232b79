import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Delivery, DeliveryState } from '../../../../../shared/webhook-deliveries.ts'
import { allPages } from '../../../../bridge/all-pages.ts'
import { api, client } from '../../../session/api.ts'
import { untilReached } from '../../../session/query-client.ts'

export const useWebhooks = () =>
  useQuery({
    queryKey: [...api.webhooks.listPage.pathKey(), 'all'],
    queryFn: ({ signal }) =>
      allPages((cursor) => client.webhooks.listPage.query({ limit: 1000, ...(cursor && { cursor }) }, { signal })),
  })

/** Read each time it is opened: what a receiver answers changes it, too. */
export const useWebhook = (webhookId: string) =>
  useQuery(api.webhooks.get.queryOptions({ webhookId }, { staleTime: 0 }))

/** Milliseconds between two looks at deliveries of which one is about to be made. */
const whileSending = 1000

/** Milliseconds before which a delivery that is due is about to be made. */
const soon = 30_000

const isAboutToBeSent = ({ state, dueAt }: Delivery) =>
  state === 'pending' && dueAt !== null && Math.abs(Date.parse(dueAt) - Date.now()) < soon

/** How many deliveries the first page has, and each one that is asked for after it. */
const firstPage = 50
const laterPage = 200

/** The deliveries of a webhook in one state, or in all, newest first, page by page. */
export const useDeliveries = (webhookId: string, state: DeliveryState | null) =>
  useInfiniteQuery({
    // Not the options that tRPC makes: they send a direction, which the contract does not have.
    queryKey: [...api.webhooks.deliveriesPage.pathKey(), 'pages', webhookId, state],
    queryFn: ({ pageParam, signal }) =>
      client.webhooks.deliveriesPage.query(
        {
          webhookId,
          ...(state && { state }),
          ...(pageParam === null ? { limit: firstPage } : { limit: laterPage, cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }): readonly Delivery[] => pages.flatMap(({ items }) => items),
    refetchInterval: (query) =>
      query.state.data?.pages[0]?.items.some(isAboutToBeSent) ? whileSending : untilReached(query),
  })
