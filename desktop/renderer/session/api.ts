import { createTRPCClient } from '@trpc/client'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import type { AppRouter } from '../../../shared/router.ts'
import { bridgeLink } from './bridge-link.ts'
import { queryClient } from './query-client.ts'

/** The API of the server of the active profile. */
export const client = createTRPCClient<AppRouter>({ links: [bridgeLink] })

/** The same as options for queries and mutations. */
export const api = createTRPCOptionsProxy<AppRouter>({ client, queryClient })
