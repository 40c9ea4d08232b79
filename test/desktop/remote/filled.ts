import { z } from 'zod'
import { writtenAsNumber } from '../../../shared/primitives.ts'

export type Filling = {
  /** For every text that no rule binds. */
  readonly text: string
  /** Length of every list. */
  readonly rows: number
}

/** A value that the schema accepts, with the same text wherever any text is allowed. `at` keeps ids of a list apart. */
export function filled(schema: z.core.$ZodType, filling: Filling, at = 0): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.core.$ZodType>).map(([name, member]) => [
        name,
        filled(member, filling, at),
      ]),
    )
  if (schema instanceof z.ZodArray) return listOf(schema.element as z.core.$ZodType, filling)
  if (schema instanceof z.ZodRecord) return { [filling.text]: filling.text }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return filled(schema.unwrap() as z.core.$ZodType, filling, at)
  if (schema instanceof z.ZodEnum) return schema.options[at % schema.options.length]
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodNumber) return at + 1
  return textOf(schema, filling, at)
}

function listOf(element: z.core.$ZodType, filling: Filling): unknown[] {
  const all = element instanceof z.ZodEnum ? element.options.length : filling.rows
  return Array.from({ length: all }, (_, at) => filled(element, filling, at))
}

function textOf(schema: z.core.$ZodType, { text }: Filling, at: number): string {
  if (writtenAsNumber.get(schema)) return `${at + 1}`
  if (z.safeParse(schema, text).success) return text
  const rules = [`00000000-0000-4000-8000-${`${at}`.padStart(12, '0')}`, '2026-01-02T03:04:05.678Z']
  const fitting = rules.find((candidate) => z.safeParse(schema, candidate).success)
  if (fitting === undefined) throw new Error('a schema of text that nothing is known for')
  return fitting
}
