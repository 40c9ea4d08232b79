import { reservesInput } from '../screens/reserves/reserves-input.ts'
import { api } from '../session/api.ts'
import { isReady } from '../session/console-state.ts'
import { queryClient } from '../session/query-client.ts'

/** Not waited for: the screen itself tells how it went. */
const ahead = (read: () => Promise<void>) => () => {
  if (isReady()) void read()
}

/** Start to read what a screen is going to ask for, while its script is still on its way. */
export const readAhead = {
  custodians: ahead(() => queryClient.prefetchQuery(api.custodians.list.queryOptions({}))),
  reserves: ahead(() => queryClient.prefetchQuery(api.reports.reserves.queryOptions(reservesInput))),
}
