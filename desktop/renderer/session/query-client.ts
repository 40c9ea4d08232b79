import { type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { failureFrom } from './failure.ts'
import { askToSignIn } from './sign-in-request.ts'

const patient: ReadonlySet<string> = new Set(['TooManyRequests', 'NotReady', 'ProxyBusy'])
const mostWaits = 3
/** Seconds; a longer wait is shown as a failure at once. */
const longestWait = 60

/** Only answers that ask for patience are asked for again; everything else is shown at once. */
function retry(failures: number, error: Error): boolean {
  const { code, retryAfterSeconds } = failureFrom(error)
  return failures < mostWaits && patient.has(code) && (retryAfterSeconds ?? 0) <= longestWait
}

/** Milliseconds to wait: what the server asked for, else 1, 2, 4 seconds. */
const retryDelay = (failures: number, error: Error) => 1000 * (failureFrom(error).retryAfterSeconds ?? 2 ** failures)

/** Milliseconds until a server that could not be reached is asked again. */
const again = 10_000

const unanswered: ReadonlySet<string> = new Set(['Unreachable', 'ResponseLost', 'ProxyFailed'])

/** When to ask again by itself: for a server that gave no answer. */
export const untilReached = ({ state: { error } }: { readonly state: { readonly error: unknown } }): number | false =>
  error !== null && unanswered.has(failureFrom(error).code) && again

/** What the token may not read is not kept either, as when another one read it before. */
function onError(error: unknown, query: Pick<Query<unknown, unknown>, 'setState' | 'state'>): void {
  const failure = failureFrom(error)
  const { data, errorUpdateCount } = query.state
  askToSignIn(failure, { isRepeated: data !== undefined || errorUpdateCount > 1 })
  if (failure.code === 'Forbidden') query.setState({ data: undefined })
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  defaultOptions: {
    queries: {
      retry,
      retryDelay,
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchInterval: untilReached,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
