import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import { failuresOf, healthEndpoints } from '../../../shared/endpoint-failures.ts'
import { endpointNames, endpoints } from '../../../shared/endpoints.ts'
import type { EndpointName } from '../../../shared/operations.ts'
import { mediaTypes, type NumberForm } from '../response/number-form.ts'
import { infoIn, operatorToken, tags } from './about.ts'
import { successOf } from './envelopes.ts'
import { headerComponents, headersOf } from './headers.ts'
import { largestInt64, numbersIn } from './number-schemas.ts'
import { parametersOf } from './parameters.ts'
import { requestBodyOf } from './request-body.ts'
import { createFailureResponses, successesOf } from './responses.ts'
import { signInPathItems } from './sign-in-paths.ts'

type PathItem = ZodOpenApiPathsObject[string]

/** The form of numbers in a document, and the failures described in it so far. */
type Writing = { readonly form: NumberForm; readonly failureResponses: ReturnType<typeof createFailureResponses> }

function pathItemOf(name: EndpointName, { form, failureResponses }: Writing): PathItem {
  const { method, summary, description } = endpoints[name]
  const requestBody = requestBodyOf(name, form)
  return {
    [method.toLowerCase()]: {
      operationId: name,
      tags: [name.split('.')[0] as string],
      summary,
      description,
      security: [{ operatorToken: [] }],
      parameters: parametersOf(name, form),
      ...(requestBody && { requestBody }),
      responses: { ...successesOf(name, form), ...failureResponses(failuresOf(name), name) },
    },
  }
}

const Health = successOf(z.strictObject({ status: z.literal('ok') }))

function healthPathItemOf(path: keyof typeof healthEndpoints, { form, failureResponses }: Writing): PathItem {
  const { summary, description, failures } = healthEndpoints[path]
  const example = { isSuccess: true, isFailure: false, error: null, value: { status: 'ok' } }
  const content = { [mediaTypes[form]]: { schema: Health, example } }
  const success = { description: 'The result envelope.', headers: headersOf(), content }
  const responses = { 200: success, ...failureResponses(failures) }
  return {
    get: { operationId: `health.${path.slice(1)}`, tags: ['health'], summary, description, security: [], responses },
  }
}

function pathsIn(form: NumberForm): ZodOpenApiPathsObject {
  const writing = { form, failureResponses: createFailureResponses(form) }
  const paths: ZodOpenApiPathsObject = {}
  for (const name of endpointNames) {
    const { path } = endpoints[name]
    paths[path] = { ...paths[path], ...pathItemOf(name, writing) }
  }
  for (const path of Object.keys(healthEndpoints) as (keyof typeof healthEndpoints)[])
    paths[path] = healthPathItemOf(path, writing)
  return { ...paths, ...signInPathItems(writing) }
}

/** The contract as OpenAPI 3.1, made of the tables that the server itself works by. */
const openApiDocument = (form: NumberForm): ReturnType<typeof createDocument> =>
  createDocument(
    {
      openapi: '3.1.1',
      info: infoIn(form),
      servers: [{ url: '/', description: 'the server that serves this document' }],
      tags,
      externalDocs: { url: '/docs/errors', description: 'Every error code, what it means and what to do' },
      paths: pathsIn(form),
      components: { headers: headerComponents, securitySchemes: { operatorToken } },
    },
    { override: numbersIn(form) },
  )

/** The document as text; its bounds have digits that a JavaScript number has not. */
export const openApiText = (form: NumberForm): string =>
  `${JSON.stringify(openApiDocument(form), null, 2).replaceAll(`: ${Number(largestInt64)}`, `: ${largestInt64}`)}\n`
