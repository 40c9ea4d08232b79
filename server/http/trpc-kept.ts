import type { FastifyRequest } from 'fastify'
import { endpoints } from '../../shared/endpoints.ts'
import type { OperationName } from '../../shared/operations.ts'
import { createAnswerKeeper } from './kept-answer.ts'
import { readQuery } from './query.ts'

type KeptCall = { readonly name: OperationName; readonly rawInput: unknown }

const isKept = (path: string): path is OperationName =>
  Object.hasOwn(endpoints, path) && Boolean(endpoints[path as OperationName].hasEtag)

/**
 * The call if it is one of a read whose answer is kept as bytes, as on REST; what comes in a batch is built by tRPC. To be asked once the request is known to be a tRPC call.
 */
export function keptCallOf({ method, url, params }: FastifyRequest): KeptCall | null {
  const { path } = params as { path: string }
  const query = method === 'GET' && isKept(path) ? readQuery(url) : null
  const input = query?.ok && !query.value.has('batch') ? query.value.get('input') : null
  return input && isKept(path) ? { name: path, rawInput: JSON.parse(input) } : null
}

/** The answer that tRPC's own adapter would build. */
export const createTrpcKeeper = () =>
  createAnswerKeeper((data) => Buffer.from(JSON.stringify({ result: { data } }), 'utf8'))
