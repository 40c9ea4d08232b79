import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiVersions } from '../../shared/contract-version.ts'
import { inputPlaces } from '../../shared/endpoint-input.ts'
import { endpoints, inputNameOf } from '../../shared/endpoints.ts'
import { envelopeOf } from '../../shared/envelope.ts'
import { fail } from '../../shared/failure.ts'
import { type OperationName, operations } from '../../shared/operations.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Perform } from '../perform.ts'
import { answerEncoder } from './answer-encoder.ts'
import { replyFailure } from './failure-reply.ts'
import { createAnswerKeeper, isCurrent } from './kept-answer.ts'
import { askedNumberForm, contentTypes, type NumberForm, numberFormOf } from './number-form.ts'
import { refuseOtherMethods } from './other-methods.ts'
import { inOne } from './pieces.ts'
import { readQuery } from './query.ts'
import { callOf } from './request.ts'
import { sendKept } from './send-kept.ts'

type Inputs = Readonly<Record<string, unknown>>
type Send = (request: FastifyRequest, reply: FastifyReply, value: object) => unknown

/** Registers the REST mirror of every operation. */
export function addRestRoutes(app: FastifyInstance, perform: Perform): void {
  for (const name of Object.keys(operations) as OperationName[]) addEndpoint(app, name, perform)
}

function addEndpoint(app: FastifyInstance, name: OperationName, perform: Perform): void {
  const { method, path } = endpoints[name]
  const url = path.replace(/\{(\w+)\}/g, ':$1')
  const send = senderOf(name)
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      const result = await performRequest(name, { request, reply }, perform)
      return result.ok ? send(request, reply, result.value as object) : replyFailure(request, reply, result.failure)
    },
  })
  refuseOtherMethods(app, url, method === 'GET' ? ['GET', 'HEAD'] : [method])
}

async function performRequest(
  name: OperationName,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  perform: Perform,
): Promise<Result<unknown>> {
  const query = queryOf(name, request)
  if (!query.ok) return query
  const form = askedNumberForm(request.headers.accept)
  if (!form.ok) return form
  const call = callOf(request, reply)
  if (!call.ok) return call
  return perform(name, inputOf(request, query.value), call.value)
}

/** Query members; `api-version` is taken out. */
function queryOf(name: OperationName, { url }: FastifyRequest): Result<Inputs> {
  if (!url.includes('?')) return succeed({})
  const query = readQuery(url, [...Object.keys(inputPlaces[name].query), 'api-version'])
  if (!query.ok) return query
  const members = query.value
  const version = members.get('api-version')
  if (version && version !== 'null' && !apiVersions.includes(version)) return fail('UnsupportedApiVersion')
  members.delete('api-version')
  return succeed(Object.fromEntries([...members].map(([member, text]) => [queryNameOf(name, member), text])))
}

/** A member that belongs in the path or the body is none of the query's: a secret has no place in a URL. */
function queryNameOf(name: OperationName, member: string): string {
  const { path, body } = inputPlaces[name]
  const isElsewhere =
    Object.hasOwn(body, member) || Object.keys(path).some((parameter) => inputNameOf(parameter) === member)
  return isElsewhere ? `query.${member}` : member
}

/** Body, query and path as one input; the path wins (seed: Update custodian API keys, rule 3). */
function inputOf(request: FastifyRequest, query: Inputs): unknown {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return body
  const params = request.params as Record<string, string>
  const input: Record<string, unknown> = { ...body, ...query }
  for (const name of Object.keys(params)) input[inputNameOf(name)] = params[name]
  return input
}

function senderOf(name: OperationName): Send {
  const forms = { number: formSenderOf(name, 'number'), string: formSenderOf(name, 'string') }
  return (request, reply, value) => forms[numberFormOf(request.headers.accept)](request, reply, value)
}

/** Sends the values of an operation in one form; each form has its own kept answers, and so its own ETags. */
function formSenderOf(name: OperationName, form: NumberForm): Send {
  const encode = answerEncoder(envelopeOf(operations[name].output), form)
  const encodeValue = (value: object) => encode({ isSuccess: true, isFailure: false, error: null, value })
  if (endpoints[name].hasEtag) return sendUnlessCurrent(createAnswerKeeper(encodeValue), contentTypes[form])
  return (_request, reply, value) =>
    reply
      .headers({ vary: 'accept', 'cache-control': 'no-store' })
      .type(contentTypes[form])
      .send(inOne(encodeValue(value)))
}

const sendUnlessCurrent =
  (answerOf: ReturnType<typeof createAnswerKeeper>, contentType: string): Send =>
  (request, reply, value) => {
    const answer = answerOf(value)
    reply.headers({ etag: answer.etag, vary: 'accept, accept-encoding', 'cache-control': 'private, no-cache' })
    return isCurrent(request.headers['if-none-match'], answer.etag)
      ? reply.code(304).send()
      : sendKept(request, reply.type(contentType), answer)
  }
