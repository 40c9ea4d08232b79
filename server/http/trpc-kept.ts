import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { endpointNames, endpoints } from '../../shared/endpoints.ts'
import { type OperationName, operations } from '../../shared/operations.ts'
import { answerEncoder } from './answer-encoder.ts'
import { createAnswerKeeper, type KeptAnswer } from './kept-answer.ts'
import { readQuery } from './query.ts'

type KeptCall = { readonly name: OperationName; readonly rawInput: unknown }

/** The bytes of an answer, as tRPC's own adapter would build them. */
type Keeper = (value: object) => KeptAnswer

export type TrpcKeepers = ReadonlyMap<string, Keeper>

function keeperOf(name: OperationName): Keeper {
  const encode = answerEncoder(z.object({ result: z.object({ data: operations[name].output }) }), 'string')
  return createAnswerKeeper((data) => encode({ result: { data } }))
}

const keptNames = endpointNames.filter((name) => endpoints[name].hasEtag)
/** Encoded for each request, but with icons of up to 64 KiB in each row as long as a kept answer. */
const longPage = 'custodians.walletsPage'

/** A keeper for each read whose answer is kept as bytes, as on REST, and for each other whose answer may be long. */
export function createTrpcKeepers(): TrpcKeepers {
  return new Map([...keptNames, longPage].map((name) => [name, keeperOf(name as OperationName)]))
}

const isKept = (path: string) => keptNames.some((name) => name === path)

/**
 * The call if it is a read whose answer is kept; what comes in a batch is built by tRPC. To be asked once the request is
 * known to be a tRPC call.
 */
export function keptCallOf({ method, url, params }: FastifyRequest, keepers: TrpcKeepers) {
  const { path } = params as { path: string }
  const keeper = method === 'GET' && isKept(path) ? keepers.get(path) : undefined
  const query = keeper && readQuery(url)
  const input = query?.ok && !query.value.has('batch') ? query.value.get('input') : null
  if (!keeper || !input) return null
  const call: KeptCall = { name: path as OperationName, rawInput: JSON.parse(input) }
  return { call, keeper }
}
