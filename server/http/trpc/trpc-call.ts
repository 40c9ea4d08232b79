import type { FastifyRequest } from 'fastify'
import { fail } from '../../../shared/failure.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { unknownMembers } from '../../core/input-rules.ts'
import { readJson } from '../request/json-body.ts'
import { mostCalls } from '../request/limits.ts'
import { readQuery } from '../request/query.ts'

const procedures = /^[A-Za-z]+\.[A-Za-z]+(,[A-Za-z]+\.[A-Za-z]+)*$/
const known = ['batch', 'input']

const refuse = (...info: string[]) => fail('ValidationError', { info })

const pathOf = ({ params }: FastifyRequest): string => (params as { path: string }).path

/** Whether a request carries more than one call. */
export const isBatch = (request: FastifyRequest): boolean => pathOf(request).includes(',')

/** Whether the answers of a batch are to be sent one by one, as JSON lines. */
export const wantsStream = ({ headers }: FastifyRequest): boolean =>
  `${headers['trpc-accept']} ${headers.accept}`.includes('application/jsonl')

/** Whether a request is a tRPC call, before tRPC's own laxer reading of it. */
export function checkTrpcCall(request: FastifyRequest): Result<null> {
  if (!procedures.test(pathOf(request))) return fail('NotFound')
  const batch = checkBatch(request)
  if (!batch.ok) return batch
  const query = readQuery(request.url, known)
  return query.ok ? checkParts(request, query.value) : query
}

const kindOf = (name: string) => (Object.hasOwn(operations, name) ? operations[name as OperationName].kind : null)

function checkBatch(request: FastifyRequest): Result<null> {
  if (!isBatch(request)) return ok(null)
  const names = pathOf(request).split(',')
  if (names.length > mostCalls) return refuse(`batch: has ${names.length} calls, may have at most ${mostCalls}`)
  if ('idempotency-key' in request.headers)
    return refuse(`Idempotency-Key: applies to one call, but this batch has ${names.length}`)
  const kinds = new Set(names.map(kindOf).filter((kind) => kind !== null))
  return kinds.size > 1 ? refuse('batch: has queries and mutations; send them separately') : ok(null)
}

function checkParts(request: FastifyRequest, query: URLSearchParams): Result<null> {
  const unknown = [...query.keys()].filter((name) => !known.includes(name))
  if (unknown.length) return refuse(...unknownMembers(unknown, known, 'query'))
  const answersList = query.get('batch') === '1'
  if (!answersList && wantsStream(request)) return refuse('batch: must be 1 when the answer is to be streamed')
  const input = inputOf(request, query)
  if (!input.ok) return input
  return answersList && !isObject(input.value)
    ? refuse('input: must be an object with the input of each call')
    : ok(null)
}

function inputOf({ method, body }: FastifyRequest, query: URLSearchParams): Result<unknown> {
  if (method === 'POST') return typeof body === 'string' ? readJson(body, 'body') : refuse('body: is missing')
  const input = query.get('input')
  return input ? readJson(input, 'input') : ok({})
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
