import { z } from 'zod'
import { readsBody } from './endpoint-failures.ts'
import { endpointNames, endpoints, inputNameOf, pathParametersOf, widestOperationOf } from './endpoints.ts'
import type { Operation } from './operation.ts'
import { type EndpointName, operations } from './operations.ts'

export type Members = Readonly<Record<string, z.core.$ZodType>>

/** Where a REST caller writes each member of an operation's input; a version is in If-Match. */
export type InputPlaces = {
  /** By the names that the path gives them. */
  readonly path: Members
  readonly query: Members
  readonly body: Members
}

const placesOf = (name: EndpointName): InputPlaces => {
  const endpoint = endpoints[name]
  const input: z.core.$ZodType = operations[widestOperationOf(name)].input
  const all: Members = input instanceof z.ZodObject ? input.shape : {}
  const names = pathParametersOf(endpoint)
  const path = Object.fromEntries(names.map((parameter) => [parameter, all[inputNameOf(parameter)] as z.core.$ZodType]))
  const { versioned }: Operation = operations[name]
  const elsewhere = new Set([...names.map(inputNameOf), ...(versioned ? ['version'] : [])])
  const rest = Object.fromEntries(Object.entries(all).filter(([member]) => !elsewhere.has(member)))
  return readsBody(endpoint) ? { path, query: {}, body: rest } : { path, query: rest, body: {} }
}

export const inputPlaces = Object.fromEntries(endpointNames.map((name) => [name, placesOf(name)])) as Readonly<
  Record<EndpointName, InputPlaces>
>
