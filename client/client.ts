import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  type Operation,
  splitLink,
  type TRPCClient,
  TRPCClientError,
} from '@trpc/client'
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../shared/router.ts'

/** Every operation of a server, as `client.custodians.wallets.query(input)`. Ids and amounts are strings of digits. */
export type StrongroomClient = TRPCClient<AppRouter>
/** What each operation takes, as `StrongroomInputs['custodians']['wallets']`. */
export type StrongroomInputs = inferRouterInputs<AppRouter>
/** What each operation answers. */
export type StrongroomOutputs = inferRouterOutputs<AppRouter>
/** Why a server did not do what it was asked; `requestId` names the request in its log. */
export type StrongroomFailure = inferRouterError<AppRouter>['data']['failure']

export type StrongroomClientOptions = {
  /** Where the server listens, as `https://strongroom.example`. */
  readonly url: string | URL
  /** The operator token, or what gives it; that is called for every request. */
  readonly token: string | (() => string | Promise<string>)
  /** In place of the global `fetch`, for a proxy or an authority of your own. */
  readonly fetch?: typeof globalThis.fetch
}

/** The server takes 10 calls in one request and addresses of 8,000 characters. */
const batch = { maxItems: 10, maxURLLength: 7_000 }
const longestInput = 6_000

/** Their answers may be long, so they travel alone and the server answers them from its cache. */
const alone: ReadonlySet<string> = new Set(['custodians.wallets', 'custodians.walletsPage', 'reports.reserves'])

const isLong = ({ input }: Operation) => encodeURIComponent(JSON.stringify(input ?? {})).length > longestInput

/** A damaged token is named here, because `fetch` would print it in its error. */
async function authorizationOf(token: StrongroomClientOptions['token']): Promise<string> {
  const text = (typeof token === 'string' ? token : await token()).trim()
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('token: must be one word of visible ASCII characters.')
  return `Bearer ${text}`
}

function idempotencyKeyOf({ context }: Operation): Record<string, string> {
  const key = context.idempotencyKey
  return typeof key === 'string' ? { 'idempotency-key': key } : {}
}

/**
 * A typed client of a Strongroom server. Mutations travel alone, so each has its own outcome; queries of one moment travel
 * together. A mutation takes an Idempotency-Key as `mutate(input, { context: { idempotencyKey } })`.
 */
export function createStrongroomClient({ url, token, fetch }: StrongroomClientOptions): StrongroomClient {
  const options = {
    url: `${String(url).replace(/\/+$/, '')}/trpc`,
    ...(fetch && { fetch: fetch as never }),
  }
  const authorization = async () => ({ authorization: await authorizationOf(token) })
  const single = {
    ...options,
    headers: async ({ op }: { op: Operation }) => ({ ...(await authorization()), ...idempotencyKeyOf(op) }),
  }
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'query' && isLong(operation),
        true: httpLink({ ...single, methodOverride: 'POST' }),
        false: splitLink({
          condition: ({ type, path }) => type === 'mutation' || alone.has(path),
          true: httpLink(single),
          false: httpBatchLink({ ...options, ...batch, headers: authorization }),
        }),
      }),
    ],
  })
}

/** What the server said of a failed call; null when the error is not an answer of one, as when the network is down. */
export function failureOf(error: unknown): StrongroomFailure | null {
  if (!(error instanceof TRPCClientError)) return null
  return (error as TRPCClientError<AppRouter>).data?.failure ?? null
}
