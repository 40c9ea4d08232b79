import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiVersions } from '../../../shared/contract-version.ts'
import { inputPlaces } from '../../../shared/endpoint-input.ts'
import { endpointNames, endpoints, inputNameOf, widestOperationOf } from '../../../shared/endpoints.ts'
import { envelope, envelopeOf } from '../../../shared/envelope.ts'
import { fail } from '../../../shared/failure.ts'
import type { Endpoint, Operation } from '../../../shared/operation.ts'
import { type EndpointName, operations } from '../../../shared/operations.ts'
import type { Id } from '../../../shared/primitives.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Perform } from '../../core/perform.ts'
import type { MethodsByUrl } from '../listener/other-methods.ts'
import { routeOf } from '../listener/request-meter.ts'
import { readQuery } from '../request/query.ts'
import { callOf } from '../request/request.ts'
import { answerEncoder } from '../response/answer-encoder.ts'
import { type Chunks, inOne } from '../response/chunks.ts'
import { replyFailure, sendFailure } from '../response/failure-reply.ts'
import { nextLink } from '../response/links.ts'
import { askedNumberForm, contentTypes, type NumberForm, numberFormOf } from '../response/number-form.ts'
import type { Recall } from '../response/recall.ts'
import { createResponseCache } from '../response/response-cache.ts'
import { type CachedForm, sendCached } from '../response/send.ts'

type Inputs = Readonly<Record<string, unknown>>
type Transport = { readonly perform: Perform; readonly recall: Recall }
type Send = (request: FastifyRequest, reply: FastifyReply, value: object) => unknown

/** Registers the REST mirror of every operation. */
export function addRestRoutes(app: FastifyInstance, transport: Transport): void {
  for (const name of endpointNames) addEndpoint(app, name, transport)
}

/** What each route takes; HEAD wherever GET is. */
export const restMethods: MethodsByUrl = new Map(
  [...Map.groupBy(Object.values(endpoints), ({ path }) => path)].map(([path, all]) => [
    routeOf(path),
    all.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  ]),
)

function addEndpoint(app: FastifyInstance, name: EndpointName, { perform, recall }: Transport): void {
  const { method, path } = endpoints[name]
  const { versioned }: Operation = operations[name]
  const url = routeOf(path)
  const send = senderOf(name, recall)
  const sendPage = pageSenderOf(name)
  const refuse = versioned ? currentSenderOf(name) : replyFailure
  app.route({
    method,
    url,
    handler: async (request, reply) => {
      const result = await performRequest(name, { request, reply }, perform)
      if (!result.ok) return refuse(request, reply, result.error)
      const { isPage, value } = result.value
      addItemHeaders(endpoints[name], reply, value as Partial<Item>)
      return isPage ? sendPage(request, reply, value as Page) : send(request, reply, value)
    },
  })
}

async function performRequest(
  name: EndpointName,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  perform: Perform,
): Promise<Result<{ isPage: boolean; value: object }>> {
  const query = queryOf(name, request)
  if (!query.ok) return query
  const form = askedNumberForm(request.headers.accept)
  if (!form.ok) return form
  const call = callOf(request, reply)
  if (!call.ok) return call
  const isPage = asksForPage(name, query.value)
  const result = await perform(isPage ? widestOperationOf(name) : name, inputOf(name, request, query.value), call.value)
  return result.ok ? ok({ isPage, value: result.value as object }) : result
}

/** A whole list is answered as long as nothing is asked for that only its pages know. */
function asksForPage(name: EndpointName, query: Inputs): boolean {
  const { paged } = endpoints[name]
  const { shape } = operations[name].input
  if (paged !== 'when-asked') return paged === 'always'
  return Object.keys(query).some((member) => !Object.hasOwn(shape, member))
}

/** Query members; `api-version` is taken out. */
function queryOf(name: EndpointName, { url }: FastifyRequest): Result<Inputs> {
  if (!url.includes('?')) return ok({})
  const query = readQuery(url, [...Object.keys(inputPlaces[name].query), 'api-version'])
  if (!query.ok) return query
  const members = query.value
  const version = members.get('api-version')
  if (version && version !== 'null' && !apiVersions.includes(version)) return fail('UnsupportedApiVersion')
  members.delete('api-version')
  return ok(Object.fromEntries([...members].map(([member, text]) => [queryNameOf(name, member), text])))
}

/** A member that belongs in the path or the body is none of the query's: a secret has no place in a URL. */
function queryNameOf(name: EndpointName, member: string): string {
  const { path, body } = inputPlaces[name]
  const isElsewhere =
    Object.hasOwn(body, member) || Object.keys(path).some((parameter) => inputNameOf(parameter) === member)
  return isElsewhere ? `query.${member}` : member
}

/** Body, query and path as one input; the path wins (seed: Update custodian API keys, rule 3). */
function inputOf(name: EndpointName, request: FastifyRequest, query: Inputs): unknown {
  const body = request.body ?? {}
  if (typeof body !== 'object' || Array.isArray(body)) return body
  const params = request.params as Record<string, string>
  const input: Record<string, unknown> = { ...body, ...query }
  for (const parameter of Object.keys(params)) input[inputNameOf(parameter)] = params[parameter]
  const { versioned }: Operation = operations[name]
  if (versioned) input.version = versionIn(request.headers['if-match'])
  return input
}

/**
 * The version that a change is based on, as one strong ETag. Any other text is null, which no schema takes; `*` would
 * protect no one's change, so it counts as none.
 */
function versionIn(ifMatch: string | undefined): string | null | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return /^"(\d+)"$/.exec(ifMatch)?.[1] ?? null
}

type Item = { readonly id: Id; readonly version: number }

/** The version of an object, and the address of a new one. */
function addItemHeaders({ path, versionTag, creates }: Endpoint, reply: FastifyReply, { id, version }: Partial<Item>) {
  if (versionTag) reply.header('etag', `"${version}"`)
  if (creates) reply.code(201).header('location', `${path}/${id}`)
}

/** Sends failures of a change; the current object, where they carry it, is encoded as in the answer of a success. */
function currentSenderOf(name: EndpointName): typeof replyFailure {
  const schemaOf = () => envelopeOf(operations[name].output)
  const encoders = { number: answerEncoder(schemaOf, 'number'), string: answerEncoder(schemaOf, 'string') }
  return (request, reply, failure) => {
    const encode = encoders[numberFormOf(request.headers.accept)]
    return sendFailure(request, reply, { failure, body: inOne(encode(envelope(err(failure)))) })
  }
}

function senderOf(name: EndpointName, recall: Recall): Send {
  const forms = { number: formSenderOf(name, 'number', recall), string: formSenderOf(name, 'string', recall) }
  return (request, reply, value) => forms[numberFormOf(request.headers.accept)](request, reply, value)
}

function encoderOf(name: EndpointName, form: NumberForm): (value: object) => Chunks {
  const encode = answerEncoder(() => envelopeOf(operations[name].output), form)
  return (value) => encode({ isSuccess: true, isFailure: false, error: null, value })
}

/** Sends the values of an operation in one number form; each form has its own cached answers, and so its own ETags. */
function formSenderOf(name: EndpointName, form: NumberForm, recall: Recall): Send {
  const encodeValue = encoderOf(name, form)
  return endpoints[name].hasEtag
    ? sendKept(cachedFormOf(name, encodeValue, contentTypes[form]), recall)
    : sendOnce(encodeValue, contentTypes[form])
}

type Page = { readonly items?: object; readonly nextCursor: string | null }

/** Sends a page as its list is sent, and names the next page in a header. No page is kept, so none has an ETag. */
function pageSenderOf(name: EndpointName): (request: FastifyRequest, reply: FastifyReply, page: Page) => unknown {
  const senders = {
    number: sendOnce(encoderOf(name, 'number'), contentTypes.number),
    string: sendOnce(encoderOf(name, 'string'), contentTypes.string),
  }
  return (request, reply, page) => {
    if (page.nextCursor !== null) reply.header('link', nextLink(request.url, page.nextCursor))
    return senders[numberFormOf(request.headers.accept)](request, reply, page.items ?? page)
  }
}

const sendOnce =
  (encode: (value: object) => Chunks, contentType: string): Send =>
  (_request, reply, value) =>
    reply
      .headers({ vary: 'accept', 'cache-control': 'no-store' })
      .type(contentType)
      .send(inOne(encode(value)))

const cachedFormOf = (operation: EndpointName, encode: (value: object) => Chunks, contentType: string): CachedForm => ({
  operation,
  contentType,
  responseOf: createResponseCache(encode),
  headersOf: ({ etag }) => ({ etag, vary: 'accept, accept-encoding', 'cache-control': 'private, no-cache' }),
  hasEtag: true,
})

const sendKept =
  (form: CachedForm, recall: Recall): Send =>
  (request, reply, value) => {
    recall.remember(request, form, value)
    return sendCached(request, reply, { form, value })
  }
