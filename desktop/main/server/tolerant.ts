import { z } from 'zod'
import { AuditKind } from '../../../shared/audit.ts'
import { type OperationName, operations } from '../../../shared/operations.ts'

/**
 * Words that are only shown, so that a new one is shown as it is. Every other word decides something, such as whether keys are
 * in force: there an unknown one makes the answer unreadable rather than be taken for one that is known.
 */
const shownOnly: ReadonlyMap<z.ZodType, z.ZodType> = new Map([[AuditKind, z.string().regex(/^[a-z][a-z.-]{0,60}$/)]])

const isKnown = (words: z.ZodEnum) => (word: string) => Object.values(words.enum).includes(word)

/**
 * The same schema for the answers of a server that may be newer: members and, in lists of words such as permissions, words
 * that it does not know are left out instead of refused.
 */
export function tolerant(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape as Record<string, z.ZodType>)
    return z.object(Object.fromEntries(members.map(([name, member]) => [name, tolerant(member)])))
  }
  if (schema instanceof z.ZodArray) return listOf(schema.element as z.ZodType)
  if (schema instanceof z.ZodNullable) return tolerant(schema.unwrap() as z.ZodType).nullable()
  return shownOnly.get(schema) ?? schema
}

const listOf = (element: z.ZodType): z.ZodType =>
  element instanceof z.ZodEnum
    ? z.array(z.string()).transform((words) => words.filter(isKnown(element)))
    : z.array(tolerant(element))

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
