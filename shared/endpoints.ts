import type { Endpoint } from './operation.ts'
import { type EndpointName, type OperationName, operations, pageOperations } from './operations.ts'

/** The REST mirror of each operation; a list and its pages share one. */
export const endpoints = Object.fromEntries(
  Object.entries(operations).flatMap(([name, { rest }]) => (rest ? [[name, rest]] : [])),
) as unknown as Readonly<Record<EndpointName, Endpoint>>

/** What a path parameter is called in an operation's input. */
export const inputNameOf = (pathParameter: string): string => (pathParameter === 'id' ? 'custodianId' : pathParameter)

export const pathParametersOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

export const endpointNames = Object.keys(endpoints) as EndpointName[]

const listOfPage = new Map<string, string>(Object.entries(pageOperations).map(([list, page]) => [page, list]))

/** The REST endpoint of an operation. */
export const endpointNameOf = (name: OperationName): EndpointName => (listOfPage.get(name) ?? name) as EndpointName

/** The operation with the full input of an endpoint: for a list, the paged one. */
export const widestOperationOf = (name: EndpointName): OperationName =>
  (pageOperations as Partial<Record<OperationName, OperationName>>)[name] ?? name
