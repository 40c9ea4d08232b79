import { api } from '../api.ts'
import { isReady } from '../console-state.ts'
import { reservesInput } from '../screens/reserves/reserves-input.ts'
import { queryClient } from './query-client.ts'

/** Not waited for: the screen itself tells how it went. */
const ahead = (read: () => Promise<void>) => () => {
  if (isReady()) void read()
}

/** Start to read what a screen is going to ask for, while its script is still on its way. */
export const readAhead = {
  custodians: ahead(() => queryClient.prefetchQuery(api.custodians.list.queryOptions({}))),
  reserves: ahead(() => queryClient.prefetchQuery(api.reports.reserves.queryOptions(reservesInput))),
}
