import { z } from 'zod'
import type { ZodOpenApiRequestBodyObject } from 'zod-openapi'
import { inputPlaces } from '../../../shared/endpoint-input.ts'
import { endpointNames } from '../../../shared/endpoints.ts'
import type { Operation } from '../../../shared/operation.ts'
import { type EndpointName, operations } from '../../../shared/operations.ts'
import type { NumberForm } from '../response/number-form.ts'
import { bodyExample } from './examples.ts'

/** The input as it is written into a body: what the path gives may be there and is not looked at. */
function bodyOf(name: EndpointName): z.ZodObject | null {
  const { body } = inputPlaces[name]
  const input: z.core.$ZodType = operations[name].input
  if (Object.keys(body).length === 0 || !(input instanceof z.ZodObject)) return null
  const { versioned }: Operation = operations[name]
  const all = Object.entries(input.shape as Record<string, z.core.$ZodType>)
  const members = all
    .filter(([member]) => !(versioned && member === 'version'))
    .map(([member, schema]) => [
      member,
      Object.hasOwn(body, member)
        ? schema
        : z.optional(schema).describe(z.globalRegistry.get(schema)?.description ?? ''),
    ])
  return z.strictObject(Object.fromEntries(members))
}

const bodies = new Map<z.core.$ZodType, z.core.$ZodType>()
for (const name of endpointNames) {
  const { input } = operations[name]
  const body = bodyOf(name)
  if (body && !bodies.has(input)) bodies.set(input, body.meta({ id: `${z.globalRegistry.get(input)?.id}Request` }))
}

export function requestBodyOf(name: EndpointName, form: NumberForm): ZodOpenApiRequestBodyObject | undefined {
  const schema = bodies.get(operations[name].input)
  return schema && { required: true, content: { 'application/json': { schema, example: bodyExample(name, form) } } }
}
