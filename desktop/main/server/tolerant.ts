import { z } from 'zod'
import { type OperationName, operations } from '../../../shared/operations.ts'

/** The same schema, except that members it does not know are left out instead of refused: a newer server may send some. */
export function tolerant(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape as Record<string, z.ZodType>)
    return z.object(Object.fromEntries(members.map(([name, member]) => [name, tolerant(member)])))
  }
  if (schema instanceof z.ZodArray) return z.array(tolerant(schema.element as z.ZodType))
  if (schema instanceof z.ZodNullable) return tolerant(schema.unwrap() as z.ZodType).nullable()
  return schema
}

/** What each operation answers, as the console reads it. */
export const outputs = Object.fromEntries(
  Object.entries(operations).map(([name, { output }]) => [name, tolerant(output)]),
) as Readonly<Record<OperationName, z.ZodType>>

const linesShown = 3

/** Where a value is not what was expected, in a few lines. */
export function whereWrong({ issues }: z.ZodError): string[] {
  const lines = issues
    .slice(0, linesShown)
    .map(({ path, message }) => `${path.map(String).join('.').slice(0, 200) || 'value'}: ${message.slice(0, 200)}`)
  const more = issues.length - lines.length
  return more > 0 ? [...lines.slice(0, -1), `${lines.at(-1)} (and ${more} more)`] : lines
}
