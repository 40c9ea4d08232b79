import { z } from 'zod'
import { type OperationName, operations } from '../../shared/operations.ts'

/** The members that an operation takes, with their schemas. */
export const membersOf = (name: OperationName): Readonly<Record<string, z.core.$ZodType>> =>
  (operations[name].input as unknown as z.ZodObject<Record<string, z.core.$ZodType>>).shape

/** Those of the given members that an operation cannot do without. */
export function requiredInput(name: OperationName, given: Readonly<Record<string, string>>) {
  const required = Object.entries(membersOf(name)).filter(([, schema]) => !z.safeParse(schema, undefined).success)
  return Object.fromEntries(required.flatMap(([member]) => (member in given ? [[member, given[member]]] : [])))
}
