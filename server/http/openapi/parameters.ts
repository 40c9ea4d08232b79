import { z } from 'zod'
import { createSchema, type oas31 } from 'zod-openapi'
import { apiVersions } from '../../../shared/contract-version.ts'
import { inputPlaces } from '../../../shared/endpoint-input.ts'
import { endpoints } from '../../../shared/endpoints.ts'
import { IdempotencyKey } from '../../../shared/idempotency-key.ts'
import type { Operation } from '../../../shared/operation.ts'
import { type EndpointName, operations } from '../../../shared/operations.ts'
import { writtenAsNumber } from '../../../shared/primitives.ts'
import { mediaTypes, type NumberForm } from '../response/number-form.ts'
import { int64Parameter } from './number-schemas.ts'

const apiVersion: oas31.ParameterObject = {
  in: 'query',
  name: 'api-version',
  description: 'version of this interface; absent, empty and `null` mean the same as 1.0',
  allowEmptyValue: true,
  schema: { type: ['string', 'null'], enum: [...apiVersions, null] },
}

const ifNoneMatch: oas31.ParameterObject = {
  in: 'header',
  name: 'if-none-match',
  description: 'ETag of a response that the client has; while it is current, the response is 304 without a body',
  schema: { type: 'string' },
}

const ifMatch: oas31.ParameterObject = {
  in: 'header',
  name: 'If-Match',
  required: true,
  description:
    'ETag of the object that the change is based on, unchanged. Without it, or with `*`, the response is 428; if the ' +
    'object changed since, 412 with the current one.',
  schema: { type: 'string', pattern: '^"[1-9][0-9]{0,14}"$' },
  example: '"3"',
}

/** Made when the document is, since a start should not wait for it. */
const idempotencyKey = (): oas31.ParameterObject => ({
  in: 'header',
  name: 'Idempotency-Key',
  description:
    'A unique key chosen by the client. For 24 hours, or longer if the server is configured so, the same request with this key never rotates twice: it returns ' +
    'the final outcome if there is one, 409 while the rotation is in progress, and runs again after a failure that says ' +
    '"same Idempotency-Key". A different request with this key returns 422.',
  schema: createSchema(IdempotencyKey, { io: 'input' }).schema as oas31.SchemaObject,
})

/** OpenAPI lets tools ignore this one; those that do send the media type of the answer, which is the same. */
const acceptStrings: oas31.ParameterObject = {
  in: 'header',
  name: 'Accept',
  required: true,
  description: 'requests int64 and decimals as strings; without it they are JSON numbers',
  schema: { type: 'string', enum: [mediaTypes.string] },
}

/** In a path or a query everything is text, so an int64 is written there in one way only. */
const asText =
  (form: NumberForm) =>
  ({ jsonSchema, zodSchema }: { jsonSchema: object; zodSchema: z.core.$ZodType }): void => {
    if (writtenAsNumber.get(zodSchema)?.kind === 'int64') Object.assign(jsonSchema, int64Parameter[form])
  }

const parameterOf =
  (place: 'path' | 'query', form: NumberForm) =>
  ([name, member]: [string, z.core.$ZodType]) => {
    const { schema } = createSchema(member, { io: 'input', opts: { override: asText(form) } })
    const { description = '', ...rest } = schema as oas31.SchemaObject
    const { success, data: otherwise } = z.safeParse(member, undefined)
    const withDefault = { ...rest, ...(otherwise !== undefined && { default: otherwise }) }
    return { in: place, name, required: !success, description, schema: withDefault } as oas31.ParameterObject
  }

export function parametersOf(name: EndpointName, form: NumberForm): oas31.ParameterObject[] {
  const { path, query } = inputPlaces[name]
  const { hasEtag, rotates } = endpoints[name]
  const { versioned }: Operation = operations[name]
  return [
    ...Object.entries(path).map(parameterOf('path', form)),
    ...Object.entries(query).map(parameterOf('query', form)),
    apiVersion,
    ...(form === 'string' ? [acceptStrings] : []),
    ...(rotates ? [idempotencyKey()] : []),
    ...(hasEtag ? [ifNoneMatch] : []),
    ...(versioned ? [ifMatch] : []),
  ]
}
