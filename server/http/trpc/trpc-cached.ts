import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { endpointNames, endpoints } from '../../../shared/endpoints.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { readQuery } from '../request/query.ts'
import { answerEncoder } from '../response/answer-encoder.ts'
import type { Pieces } from '../response/chunks.ts'
import { createAnswerKeeper, type KeptAnswer } from '../response/response-cache.ts'
import { wantsStream } from './trpc-call.ts'

export type KeptCall = { readonly name: OperationName; readonly rawInput: unknown }

/** The bytes of an answer, as tRPC's own adapter would build them. */
type Keeper = (value: object) => KeptAnswer

/** An answer by itself, and as the only one of a batch. */
type Keepers = { readonly alone: Keeper; readonly listed: Keeper }

export type TrpcKeepers = ReadonlyMap<string, Keepers>

/** Encodes the answer of an operation. */
export const trpcEncoderOf = (name: OperationName): ((data: unknown) => Pieces) => {
  const encode = answerEncoder(z.object({ result: z.object({ data: operations[name].output }) }), 'string')
  return (data) => encode({ result: { data } })
}

function* inList(pieces: Pieces): Pieces {
  let start = '['
  let piece = pieces.next()
  for (; !piece.done; piece = pieces.next()) {
    yield Buffer.concat([Buffer.from(start), piece.value])
    start = ''
  }
  return Buffer.concat([Buffer.from(start), piece.value, Buffer.from(']')])
}

function keepersOf(name: OperationName): Keepers {
  const encode = trpcEncoderOf(name)
  return { alone: createAnswerKeeper(encode), listed: createAnswerKeeper((data) => inList(encode(data))) }
}

const keptNames = endpointNames.filter((name) => endpoints[name].hasEtag)

/** A keeper for each read whose answer is kept as bytes, as on REST. */
export const createTrpcKeepers = (): TrpcKeepers => new Map(keptNames.map((name) => [name, keepersOf(name)]))

/** The input of a query as it was sent: in the address, or in the body of a POST. */
function inputTextOf({ method, body }: FastifyRequest, query: URLSearchParams): string | null {
  if (method === 'GET') return query.get('input')
  return typeof body === 'string' ? body : null
}

/**
 * The call if it is the only one of its request and a read whose answer is kept; all else is built by tRPC. To be asked
 * once the request is known to be a tRPC call.
 */
export function keptCallOf(request: FastifyRequest, keepers: TrpcKeepers) {
  const { path } = request.params as { path: string }
  const kept = keepers.get(path)
  const query = kept && readQuery(request.url)
  const input = query?.ok && !wantsStream(request) ? inputTextOf(request, query.value) : null
  if (!kept || !query?.ok || !input) return null
  const isListed = query.value.get('batch') === '1'
  const given: unknown = JSON.parse(input)
  const rawInput = isListed ? (given as Readonly<Record<string, unknown>>)['0'] : given
  const call: KeptCall = { name: path as OperationName, rawInput }
  return { call, keeper: isListed ? kept.listed : kept.alone }
}
