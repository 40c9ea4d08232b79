import {
  createTRPCUntypedClient,
  httpBatchLink,
  httpLink,
  type TRPCClientError,
  type TRPCUntypedClient,
} from '@trpc/client'
import { TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { endpointNameOf, endpoints, inputNameOf } from '../../shared/endpoints.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Operation } from '../../shared/operation.ts'
import { type OperationName, operations } from '../../shared/operations.ts'
import type { AppRouter } from '../../shared/router.ts'
import { asExactlyRead, readExactly } from '../harness/exact.ts'
import type { TestServer } from '../harness/server.ts'

export type Ask = {
  readonly name: OperationName
  /** Members by the names of the contract, whether the schema likes them or not. */
  readonly input?: Readonly<Record<string, unknown>>
  readonly token: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** What an answer says, over either transport; numbers as `#` and their digits. */
export type Answer = {
  readonly status: number
  readonly code: string | null
  readonly message: string | null
  readonly info: readonly string[] | null
  readonly value: unknown
  readonly rotationId: string | null
  readonly retryAfter: string | null
}

export type Transport = (server: TestServer, ask: Ask) => Promise<Answer>

const authorized = ({ token, headers }: Ask): Record<string, string> => ({
  ...headers,
  ...(token !== null && { authorization: `Bearer ${token}` }),
})

const headersIn = ({ headers }: Response) => ({
  rotationId: headers.get('rotation-id'),
  retryAfter: headers.get('retry-after'),
})

/** The REST address of an operation, its path filled in from the input, and the members that the path did not take. */
export function restTarget({ name, input = {} }: Pick<Ask, 'name' | 'input'>) {
  const rest: Record<string, unknown> = { ...input }
  const path = endpoints[endpointNameOf(name)].path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = `${rest[inputNameOf(parameter)]}`
    delete rest[inputNameOf(parameter)]
    return encodeURIComponent(value)
  })
  return { path, rest }
}

/** A change, with the version that it is based on in If-Match. */
function versionedRequest(ask: Ask, { version, ...rest }: Readonly<Record<string, unknown>>): RequestInit {
  const { method } = endpoints[endpointNameOf(ask.name)]
  const hasBody = Object.keys(rest).length > 0
  const headers = {
    ...authorized(ask),
    ...(version !== undefined && { 'if-match': `"${version}"` }),
    ...(hasBody && { 'content-type': 'application/json' }),
  }
  return { method, headers, ...(hasBody && { body: JSON.stringify(rest) }) }
}

/** The call as REST has it. */
export function restRequest({ url }: TestServer, ask: Ask): Request {
  const { path, rest } = restTarget(ask)
  const { method } = endpoints[endpointNameOf(ask.name)]
  const { versioned }: Operation = operations[ask.name]
  if (versioned) return new Request(url + path, versionedRequest(ask, rest))
  if (method !== 'GET') {
    const headers = { ...authorized(ask), 'content-type': 'application/json' }
    return new Request(url + path, { method, headers, body: JSON.stringify(rest) })
  }
  const query = Object.keys(rest).length ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
  return new Request(url + path + query, { headers: authorized(ask) })
}

/** The call as tRPC has it, made by hand. */
export function trpcRequest({ url }: TestServer, ask: Ask): Request {
  const input = JSON.stringify(ask.input ?? {})
  if (operations[ask.name].kind === 'query')
    return new Request(`${url}/trpc/${ask.name}?input=${encodeURIComponent(input)}`, { headers: authorized(ask) })
  const headers = { ...authorized(ask), 'content-type': 'application/json' }
  return new Request(`${url}/trpc/${ask.name}`, { method: 'POST', headers, body: input })
}

type RestBody = {
  readonly error: Pick<Failure, 'code' | 'message' | 'info'> | null
  readonly isSuccess: boolean
  readonly isFailure: boolean
  readonly value: unknown
}

/** A page as the operation answers it; REST names the next one in a header. */
function pageIn(value: object, { headers }: Response): object {
  const [, target = null] = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '') ?? []
  const nextCursor = target && new URL(target, 'http://localhost').searchParams.get('cursor')
  return Array.isArray(value) ? { items: value, nextCursor } : { ...value, nextCursor }
}

const isPageAlone = (name: OperationName) => endpointNameOf(name) !== name

export const restTransport: Transport = async (server, ask) => {
  const response = await fetch(restRequest(server, ask))
  const { error, value, isSuccess, isFailure } = readExactly(await response.text()) as RestBody
  const created = endpoints[endpointNameOf(ask.name)].creates ? 201 : 200
  if (response.ok && response.status !== created) throw new Error(`a success is ${response.status}, not ${created}`)
  if (isSuccess !== response.ok || isFailure === isSuccess) throw new Error('the envelope belies the status')
  const { code = null, message = null, info = null } = error ?? {}
  const shown = isPageAlone(ask.name) && isSuccess ? pageIn(value as object, response) : value
  // tRPC answers 200 to what creates something, too.
  const status = response.ok ? 200 : response.status
  return { status, code, message, info, value: shown, ...headersIn(response) }
}

/** The stock client over a link that keeps the last response in sight. */
function clientOf(server: TestServer, ask: Ask, link: typeof httpLink | typeof httpBatchLink) {
  const seen: { response?: Response } = {}
  const client: TRPCUntypedClient<AppRouter> = createTRPCUntypedClient({
    links: [
      link<AppRouter>({
        url: `${server.url}/trpc`,
        headers: authorized(ask),
        fetch: async (url, init) => {
          seen.response = await fetch(url, init as RequestInit)
          return seen.response
        },
      }),
    ],
  })
  return { client, seen }
}

type TrpcData = {
  readonly code: TRPCError['code']
  readonly httpStatus: number
  readonly failure: Failure & { readonly requestId: string }
}

const failedAnswer = (error: TRPCClientError<AppRouter>, response: Response): Answer => {
  const { code: trpcCode, failure, httpStatus } = error.data as TrpcData
  const implied = getHTTPStatusCodeFromError(new TRPCError({ code: trpcCode }))
  if (implied !== httpStatus) throw new Error(`${trpcCode} is ${implied}, not ${httpStatus}`)
  if (httpStatus !== response.status) throw new Error(`data says ${httpStatus}, HTTP ${response.status}`)
  if (failure.requestId !== response.headers.get('request-id'))
    throw new Error('another request-id than the header has')
  if (error.message !== failure.message) throw new Error('the error has another message than its failure')
  const { code, message, info, value = null } = failure
  return { status: httpStatus, code, message, info, value: asExactlyRead(value), ...headersIn(response) }
}

const trpcTransport =
  (link: typeof httpLink | typeof httpBatchLink): Transport =>
  async (server, ask) => {
    const { client, seen } = clientOf(server, ask, link)
    const call = operations[ask.name].kind
    try {
      const value = asExactlyRead(await client[call](ask.name, ask.input ?? {}))
      const response = seen.response as Response
      return { status: response.status, code: null, message: null, info: null, value, ...headersIn(response) }
    } catch (error) {
      if (!seen.response) throw error
      return failedAnswer(error as TRPCClientError<AppRouter>, seen.response)
    }
  }

/** Every way in: REST, and the stock tRPC client without and with batching. */
export const transports: Readonly<Record<'REST' | 'tRPC' | 'batched tRPC', Transport>> = {
  REST: restTransport,
  tRPC: trpcTransport(httpLink),
  'batched tRPC': trpcTransport(httpBatchLink),
}

export const names = Object.keys(operations) as OperationName[]
