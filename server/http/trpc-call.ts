import type { FastifyRequest } from 'fastify'
import { fail } from '../../shared/failure.ts'
import { type Result, succeed } from '../../shared/result.ts'
import { shorten } from '../input-rules.ts'
import { readJson } from './json-body.ts'
import { readQuery } from './query.ts'

const procedures = /^[A-Za-z]+\.[A-Za-z]+(,[A-Za-z]+\.[A-Za-z]+)*$/
const known = ['batch', 'input']

const refuse = (...info: string[]) => fail('ValidationError', { info })

/** Whether a request is a tRPC call, before tRPC's own laxer reading of it. */
export function checkTrpcCall(request: FastifyRequest): Result<null> {
  const { path } = request.params as { path: string }
  if (!procedures.test(path)) return fail('NotFound')
  if (request.method === 'POST' && path.includes(','))
    return fail('BadRequest', { message: 'Mutations are not batched; send each in a request of its own.' })
  const query = readQuery(request.url)
  return query.ok ? checkParts(request, query.value) : query
}

function checkParts(request: FastifyRequest, query: URLSearchParams): Result<null> {
  const unknown = [...query.keys()].filter((name) => !known.includes(name))
  if (unknown.length)
    return refuse(...unknown.map((name) => `${shorten(name)}: is not known here; known are ${known.join(', ')}`))
  const isBatch = query.get('batch') === '1'
  if (!isBatch && `${request.headers['trpc-accept']} ${request.headers.accept}`.includes('application/jsonl'))
    return refuse('batch: must be 1 when the answer is to be streamed')
  const input = inputOf(request, query)
  if (!input.ok) return input
  return isBatch && !isObject(input.value)
    ? refuse('input: must be an object with the input of each call')
    : succeed(null)
}

function inputOf({ method, body }: FastifyRequest, query: URLSearchParams): Result<unknown> {
  if (method === 'POST') return typeof body === 'string' ? readJson(body, 'body') : refuse('body: is missing')
  const input = query.get('input')
  return input ? readJson(input, 'input') : succeed({})
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)
