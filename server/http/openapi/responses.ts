import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { endpoints } from '../../../shared/endpoints.ts'
import { type FailureCode, failureCodes } from '../../../shared/failure.ts'
import { type EndpointName, operations } from '../../../shared/operations.ts'
import { answerEncoder } from '../response/answer-encoder.ts'
import { inOne } from '../response/chunks.ts'
import { mediaTypes, type NumberForm } from '../response/number-form.ts'
import { aboutFailure } from './about.ts'
import { currentOf, FailureEnvelope, refusals, successOf, withCodes } from './envelopes.ts'
import { failureExample, refusalExample } from './examples.ts'
import { type HeaderName, headersOf } from './headers.ts'

type Response = ZodOpenApiResponseObject
type Responses = Record<string, Response>

/** Codes of one status, and the form of numbers in the document. */
type Group = { readonly status: number; readonly codes: readonly FailureCode[]; readonly form: NumberForm }

const failureHeaders: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['www-authenticate'],
  429: ['retry-after', 'ratelimit', 'ratelimit-policy'],
  500: ['retry-after'],
  503: ['retry-after'],
}

/** Where a rotation may have begun before it failed. */
const afterIntent: ReadonlySet<number> = new Set([400, 403, 409, 500, 503])

const meaningsOf = (codes: readonly FailureCode[]) => codes.map(aboutFailure).join('\n\n')

/** Answered before the headers of the request were read, and with them what it accepts. */
const beforeHeaders: ReadonlySet<FailureCode> = new Set(['RequestTimeout', 'HeadersTooLarge'])

const failureTypeOf = ({ codes, form }: Group) =>
  codes.every((code) => beforeHeaders.has(code)) ? mediaTypes.number : mediaTypes[form]

const failureBody = (codes: readonly FailureCode[]) => ({
  schema: withCodes(FailureEnvelope, codes),
  examples: Object.fromEntries(codes.map((code) => [code, failureExample(code)])),
})

const failureResponse = (group: Group) => ({
  id: group.codes.join('.'),
  description: meaningsOf(group.codes),
  headers: headersOf('link.help', ...(failureHeaders[group.status] ?? [])),
  content: { [failureTypeOf(group)]: failureBody(group.codes) },
})

/** An answer that only this endpoint gives: it may tell the rotation's id, or what was refused. */
function ownResponse(name: EndpointName, group: Group): Response {
  const { status, codes } = group
  const refusal = codes.includes('ValidationError') ? refusals.get(name) : undefined
  const valued = codes.includes('PreconditionFailed') ? currentOf(name) : refusal
  const { headers, content: _common, ...response } = failureResponse(group)
  const { schema, examples } = failureBody(codes)
  return {
    ...response,
    id: `${response.id}.${name}`,
    headers: { ...headers, ...(tellsRotation(name, status) && headersOf('rotation-id', 'idempotent-replayed')) },
    content: {
      [failureTypeOf(group)]: {
        schema: valued ? withCodes(valued, codes) : schema,
        examples: { ...examples, ...(refusal && { RefusedPair: refusalExample(endpoints[name].refusalExample) }) },
      },
    },
  }
}

const tellsRotation = (name: EndpointName, status: number) => endpoints[name].rotates && afterIntent.has(status)

const isOwn = (name: EndpointName, { status, codes }: Group) =>
  tellsRotation(name, status) ||
  codes.includes('PreconditionFailed') ||
  (refusals.has(name) && codes.includes('ValidationError'))

/** The failures of endpoints by status; those that several endpoints answer are described once. */
export function createFailureResponses(form: NumberForm) {
  const known = new Map<string, Response>()
  const common = (group: Group): Response => {
    const response = known.get(group.codes.join()) ?? failureResponse(group)
    known.set(group.codes.join(), response)
    return response
  }
  const responseOf = (group: Group, name?: EndpointName): Response =>
    name && isOwn(name, group) ? ownResponse(name, group) : common(group)
  return (codes: readonly FailureCode[], name?: EndpointName): Responses =>
    Object.fromEntries(
      [...Map.groupBy(codes, (code) => failureCodes[code].status)].map(([status, group]) => [
        status,
        responseOf({ status, codes: group, form }, name),
      ]),
    )
}

export function successesOf(name: EndpointName, form: NumberForm): Responses {
  const { output } = operations[name]
  const schema = successOf(output)
  const envelope = { isSuccess: true, isFailure: false, error: null, value: endpoints[name].example }
  const example: unknown = JSON.parse(inOne(answerEncoder(() => schema, form)(envelope)).toString())
  const { hasEtag, rotates, paged, versionTag, creates } = endpoints[name]
  const headers = headersOf(
    ...(paged ? ['link.next' as const] : []),
    ...(hasEtag ? ['etag' as const] : []),
    ...(versionTag ? ['etag.version' as const] : []),
    ...(creates ? ['location' as const] : []),
    ...(rotates ? (['rotation-id', 'idempotent-replayed'] as const) : []),
  )
  const description = `The result envelope; its \`value\` is ${endpoints[name].answer}.`
  const success = { description, headers, content: { [mediaTypes[form]]: { schema, example } } }
  const unchanged = { description: 'The response that the client has is still current.', headers }
  return { [creates ? 201 : 200]: success, ...(hasEtag && { 304: unchanged }) }
}
