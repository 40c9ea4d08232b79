import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { endpointNames, endpoints } from '../../../shared/endpoints.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { readQuery } from '../request/query.ts'
import { answerEncoder } from '../response/answer-encoder.ts'
import type { Chunks } from '../response/chunks.ts'
import { createResponseCache } from '../response/response-cache.ts'
import type { CachedForm } from '../response/send.ts'
import { wantsStream } from './trpc-call.ts'

export type CachedCall = { readonly name: OperationName; readonly rawInput: unknown }

/** An answer by itself, and as the only one of a batch; the bytes are as tRPC's own adapter would build them. */
type Caches = { readonly alone: CachedForm; readonly listed: CachedForm }

export type TrpcCaches = ReadonlyMap<string, Caches>

/** Encodes the answer of an operation. */
export const trpcEncoderOf = (name: OperationName): ((data: unknown) => Chunks) => {
  const encode = answerEncoder(() => z.object({ result: z.object({ data: operations[name].output }) }), 'string')
  return (data) => encode({ result: { data } })
}

function* inList(chunks: Chunks): Chunks {
  let start = '['
  let chunk = chunks.next()
  for (; !chunk.done; chunk = chunks.next()) {
    yield Buffer.concat([Buffer.from(start), chunk.value])
    start = ''
  }
  return Buffer.concat([Buffer.from(start), chunk.value, Buffer.from(']')])
}

function cachesOf(name: OperationName): Caches {
  const encode = trpcEncoderOf(name)
  return { alone: formOf(name, encode), listed: formOf(name, (data) => inList(encode(data))) }
}

const formOf = (operation: OperationName, encode: (data: object) => Chunks): CachedForm => ({
  operation,
  contentType: 'application/json',
  responseOf: createResponseCache(encode),
  headersOf: () => ({ 'cache-control': 'no-store', vary: 'accept-encoding' }),
  hasEtag: false,
})

const cachedNames = endpointNames.filter((name) => endpoints[name].hasEtag)

/** A cache for each read whose answer is kept as bytes, as on REST. */
export const createTrpcCaches = (): TrpcCaches => new Map(cachedNames.map((name) => [name, cachesOf(name)]))

/** The input of a query as it was sent: in the address, or in the body of a POST. */
function inputTextOf({ method, body }: FastifyRequest, query: URLSearchParams): string | null {
  if (method === 'GET') return query.get('input')
  return typeof body === 'string' ? body : null
}

/**
 * The call if it is the only one of its request and a read whose answer is kept; all else is built by tRPC. To be asked
 * once the request is known to be a tRPC call.
 */
export function cachedCallOf(request: FastifyRequest, caches: TrpcCaches) {
  const { path } = request.params as { path: string }
  const kept = caches.get(path)
  const query = kept && readQuery(request.url)
  const input = query?.ok && !wantsStream(request) ? inputTextOf(request, query.value) : null
  if (!kept || !query?.ok || !input) return null
  const isListed = query.value.get('batch') === '1'
  const given: unknown = JSON.parse(input)
  const rawInput = isListed ? (given as Readonly<Record<string, unknown>>)['0'] : given
  const call: CachedCall = { name: path as OperationName, rawInput }
  return { call, form: isListed ? kept.listed : kept.alone }
}
