import { z } from 'zod'
import { writtenAsNumber } from '../../../shared/primitives.ts'
import type { ByteSink } from './json-buffer.ts'

export type Encode = (value: unknown, sink: ByteSink) => void

/** How int64 and decimals are written, which are text inside. */
export type Digits = Encode

/** The members of an object in their order, each with what stands before it and how it is encoded. */
export function membersOf<Way>(schema: z.ZodObject, wayOf: (member: z.ZodType) => Way) {
  return Object.entries(schema.shape).map(([name, member]) => ({
    name,
    first: `{${JSON.stringify(name)}:`,
    next: `,${JSON.stringify(name)}:`,
    encode: wayOf(member as z.ZodType),
  }))
}

function encodeObject(schema: z.ZodObject, digits: Digits): Encode {
  const members = membersOf(schema, (member) => encodeOf(member, digits))
  return (value, sink) => {
    let isEmpty = true
    for (const { name, first, next, encode } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member === undefined) continue
      sink.add(isEmpty ? first : next)
      encode(member, sink)
      isEmpty = false
    }
    sink.add(isEmpty ? '{}' : '}')
  }
}

function encodeArray(schema: z.ZodArray, digits: Digits): Encode {
  const encode = encodeOf(schema.element as z.ZodType, digits)
  return (value, sink) => {
    let before = '['
    for (const item of value as unknown[]) {
      sink.add(before)
      encode(item, sink)
      before = ','
    }
    sink.add(before === '[' ? '[]' : ']')
  }
}

function encodeNullable(schema: z.ZodNullable, digits: Digits): Encode {
  const encode = encodeOf(schema.unwrap() as z.ZodType, digits)
  return (value, sink) => (value === null ? sink.add('null') : encode(value, sink))
}

/** Writes values of a schema as JSON. */
export function encodeOf(schema: z.ZodType, digits: Digits): Encode {
  if (writtenAsNumber.get(schema)?.kind) return digits
  if (schema instanceof z.ZodObject) return encodeObject(schema, digits)
  if (schema instanceof z.ZodArray) return encodeArray(schema, digits)
  if (schema instanceof z.ZodNullable) return encodeNullable(schema, digits)
  if (schema instanceof z.ZodOptional) return encodeOf(schema.unwrap() as z.ZodType, digits)
  if (schema instanceof z.ZodString) return (value, sink) => sink.addString(value as string)
  if (schema instanceof z.ZodBoolean) return (value, sink) => sink.add(value ? 'true' : 'false')
  return (value, sink) => sink.add(JSON.stringify(value))
}
