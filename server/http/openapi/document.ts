import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { failuresOf, healthEndpoints } from '../../../shared/endpoint-failures.ts'
import { endpoints } from '../../../shared/endpoints.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'
import { info, operatorToken, tags } from './about.ts'
import { successOf } from './envelopes.ts'
import { headerComponents, headersOf } from './headers.ts'
import { largestInt64, numbersOf } from './number-schemas.ts'
import { parametersOf } from './parameters.ts'
import { requestBodyOf } from './request-body.ts'
import { createFailureResponses, successesOf } from './responses.ts'

type FailureResponses = ReturnType<typeof createFailureResponses>
type PathItem = ZodOpenApiPathsObject[string]

function pathItemOf(name: OperationName, failureResponses: FailureResponses): PathItem {
  const { method, summary, description } = endpoints[name]
  const requestBody = requestBodyOf(name)
  return {
    [method.toLowerCase()]: {
      operationId: name,
      tags: [name.split('.')[0] as string],
      summary,
      description,
      security: [{ operatorToken: [] }],
      parameters: parametersOf(name),
      ...(requestBody && { requestBody }),
      responses: { ...successesOf(name), ...failureResponses(failuresOf(name), name) },
    },
  }
}

const Health = successOf(z.strictObject({ status: z.literal('ok') }))

function healthPathItemOf(path: keyof typeof healthEndpoints, failureResponses: FailureResponses): PathItem {
  const { summary, description, failures } = healthEndpoints[path]
  const example = { isSuccess: true, isFailure: false, error: null, value: { status: 'ok' } }
  const content = { 'application/json': { schema: Health, example } }
  const success = { description: 'The result envelope.', headers: headersOf(), content }
  const responses = { 200: success, ...failureResponses(failures) }
  return {
    get: { operationId: `health.${path.slice(1)}`, tags: ['health'], summary, description, security: [], responses },
  }
}

function pathsOf(): ZodOpenApiPathsObject {
  const failureResponses = createFailureResponses()
  const paths: ZodOpenApiPathsObject = {}
  for (const name of Object.keys(operations) as OperationName[])
    paths[endpoints[name].path] = pathItemOf(name, failureResponses)
  for (const path of Object.keys(healthEndpoints) as (keyof typeof healthEndpoints)[])
    paths[path] = healthPathItemOf(path, failureResponses)
  return paths
}

/** The contract as OpenAPI 3.1, made of the tables that the server itself works by. */
const openApiDocument = (): ReturnType<typeof createDocument> =>
  createDocument(
    {
      openapi: '3.1.1',
      info,
      servers: [{ url: '/', description: 'the server that serves this document' }],
      tags,
      paths: pathsOf(),
      components: { headers: headerComponents, securitySchemes: { operatorToken } },
    },
    { override: numbersOf },
  )

/** The document as text; its bounds have digits that a JavaScript number has not. */
export const openApiText = (): string =>
  `${JSON.stringify(openApiDocument(), null, 2).replaceAll(`: ${Number(largestInt64)}`, `: ${largestInt64}`)}\n`
