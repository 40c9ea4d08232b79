import type { ZodOpenApiResponseObject } from 'zod-openapi'
import { endpoints } from '../../../shared/endpoints.ts'
import { type FailureCode, failureCodes } from '../../../shared/failure.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { restEncoder } from '../answer-encoder.ts'
import { inOne } from '../pieces.ts'
import { aboutFailure } from './about.ts'
import { Failure, refusals, successOf, withCodes } from './envelopes.ts'
import { failureExample, refusalExample, valueExamples } from './examples.ts'
import { type HeaderName, headersOf } from './headers.ts'

type Response = ZodOpenApiResponseObject
type Responses = Record<string, Response>

const json = 'application/json'

const failureHeaders: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['www-authenticate'],
  429: ['retry-after'],
  500: ['retry-after'],
  503: ['retry-after'],
}

/** Where a rotation may have begun before it failed. */
const afterIntent: ReadonlySet<number> = new Set([400, 403, 409, 500, 503])

const told = (codes: readonly FailureCode[]) => codes.map(aboutFailure).join('\n\n')

const failureResponse = (status: number, codes: readonly FailureCode[]) => ({
  id: codes.join('.'),
  description: told(codes),
  headers: headersOf(...(failureHeaders[status] ?? [])),
  content: {
    [json]: {
      schema: withCodes(Failure, codes),
      examples: Object.fromEntries(codes.map((code) => [code, failureExample(code)])),
    },
  },
})

/** An answer that only this endpoint gives: it may tell the rotation's id, or what was refused. */
function ownResponse(name: OperationName, status: number, codes: readonly FailureCode[]): Response {
  const refusal = codes.includes('ValidationError') ? refusals.get(name) : undefined
  const { headers, content, ...response } = failureResponse(status, codes)
  const { schema, examples } = content[json]
  return {
    ...response,
    id: `${response.id}.${name}`,
    headers: { ...headers, ...(tellsRotation(name, status) && headersOf('rotation-id')) },
    content: {
      [json]: {
        schema: refusal ? withCodes(refusal, codes) : schema,
        examples: { ...examples, ...(refusal && { RefusedPair: refusalExample(name) }) },
      },
    },
  }
}

const tellsRotation = (name: OperationName, status: number) => endpoints[name].rotates && afterIntent.has(status)

const isOwn = (name: OperationName, status: number, codes: readonly FailureCode[]) =>
  tellsRotation(name, status) || (refusals.has(name) && codes.includes('ValidationError'))

/** The failures of endpoints by status; those that several endpoints answer are described once. */
export function createFailureResponses() {
  const known = new Map<string, Response>()
  const common = (status: number, codes: readonly FailureCode[]): Response => {
    const response = known.get(codes.join()) ?? failureResponse(status, codes)
    known.set(codes.join(), response)
    return response
  }
  return (codes: readonly FailureCode[], name?: OperationName): Responses =>
    Object.fromEntries(
      [...Map.groupBy(codes, (code) => failureCodes[code].status)].map(([status, group]) => [
        status,
        name && isOwn(name, status, group) ? ownResponse(name, status, group) : common(status, group),
      ]),
    )
}

export function successesOf(name: OperationName): Responses {
  const { output } = operations[name]
  const schema = successOf(output)
  const envelope = { isSuccess: true, isFailure: false, error: null, value: valueExamples[name] }
  const example: unknown = JSON.parse(inOne(restEncoder(schema)(envelope)).toString())
  const { hasEtag, rotates } = endpoints[name]
  const headers = headersOf(...(hasEtag ? ['etag' as const] : []), ...(rotates ? ['rotation-id' as const] : []))
  const description = `The result envelope; its \`value\` is ${endpoints[name].answer}.`
  const success = { description, headers, content: { [json]: { schema, example } } }
  const unchanged = { description: 'The answer that the caller has is still good.', headers }
  return { 200: success, ...(hasEtag && { 304: unchanged }) }
}
