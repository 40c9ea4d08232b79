import { z } from 'zod'
import { writtenAsNumber } from '../../shared/primitives.ts'

type Encode = (value: unknown, seen: Map<string, string>) => string

/** Texts this long (icons) repeat in a listing: each is escaped once per answer. */
const longText = 256

const encodeText: Encode = (value, seen) => {
  const text = value as string
  if (text.length < longText) return JSON.stringify(text)
  const known = seen.get(text)
  if (known !== undefined) return known
  const encoded = JSON.stringify(text)
  seen.set(text, encoded)
  return encoded
}

function encodeObject(schema: z.ZodObject): Encode {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    prefix: `${JSON.stringify(name)}:`,
    encode: encodeOf(member as z.ZodType),
  }))
  return (value, seen) => {
    let text = ''
    for (const { name, prefix, encode } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member !== undefined) text += `${text ? ',' : ''}${prefix}${encode(member, seen)}`
    }
    return `{${text}}`
  }
}

function encodeArray(schema: z.ZodArray): Encode {
  const encode = encodeOf(schema.element as z.ZodType)
  return (value, seen) => `[${(value as unknown[]).map((item) => encode(item, seen)).join(',')}]`
}

function encodeNullable(schema: z.ZodNullable): Encode {
  const encode = encodeOf(schema.unwrap() as z.ZodType)
  return (value, seen) => (value === null ? 'null' : encode(value, seen))
}

function encodeOf(schema: z.ZodType): Encode {
  if (writtenAsNumber.get(schema)?.kind) return (value) => value as string
  if (schema instanceof z.ZodObject) return encodeObject(schema)
  if (schema instanceof z.ZodArray) return encodeArray(schema)
  if (schema instanceof z.ZodNullable) return encodeNullable(schema)
  if (schema instanceof z.ZodString) return encodeText
  return (value) => JSON.stringify(value)
}

/** Writes values of a schema as REST has them: int64 and decimals as number tokens with all their digits. */
export function restEncoder(schema: z.ZodType): (value: unknown) => string {
  const encode = encodeOf(schema)
  return (value) => encode(value, new Map())
}
