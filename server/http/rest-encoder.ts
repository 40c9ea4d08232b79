import { z } from 'zod'
import { writtenAsNumber } from '../../shared/primitives.ts'
import { type ByteSink, createByteSink } from './byte-sink.ts'

type Encode = (value: unknown, sink: ByteSink) => void

function encodeObject(schema: z.ZodObject): Encode {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    first: `{${JSON.stringify(name)}:`,
    next: `,${JSON.stringify(name)}:`,
    encode: encodeOf(member as z.ZodType),
  }))
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

function encodeArray(schema: z.ZodArray): Encode {
  const encode = encodeOf(schema.element as z.ZodType)
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

function encodeNullable(schema: z.ZodNullable): Encode {
  const encode = encodeOf(schema.unwrap() as z.ZodType)
  return (value, sink) => (value === null ? sink.add('null') : encode(value, sink))
}

function encodeOf(schema: z.ZodType): Encode {
  if (writtenAsNumber.get(schema)?.kind) return (value, sink) => sink.add(value as string)
  if (schema instanceof z.ZodObject) return encodeObject(schema)
  if (schema instanceof z.ZodArray) return encodeArray(schema)
  if (schema instanceof z.ZodNullable) return encodeNullable(schema)
  if (schema instanceof z.ZodString) return (value, sink) => sink.addString(value as string)
  if (schema instanceof z.ZodBoolean) return (value, sink) => sink.add(value ? 'true' : 'false')
  return (value, sink) => sink.add(JSON.stringify(value))
}

/** Writes values of a schema as REST has them: int64 and decimals as number tokens with all their digits. */
export function restEncoder(schema: z.ZodType): (value: unknown) => Buffer {
  const encode = encodeOf(schema)
  return (value) => {
    const sink = createByteSink()
    encode(value, sink)
    return sink.bytes()
  }
}
