import { z } from 'zod'
import { writtenAsNumber } from '../../shared/primitives.ts'
import { type ByteSink, createByteSink } from './byte-sink.ts'

type Encode = (value: unknown, sink: ByteSink) => void

/** How int64 and decimals are written, which are text inside. */
type Digits = Encode

function encodeObject(schema: z.ZodObject, digits: Digits): Encode {
  const members = Object.entries(schema.shape).map(([name, member]) => ({
    name,
    first: `{${JSON.stringify(name)}:`,
    next: `,${JSON.stringify(name)}:`,
    encode: encodeOf(member as z.ZodType, digits),
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

function encodeOf(schema: z.ZodType, digits: Digits): Encode {
  if (writtenAsNumber.get(schema)?.kind) return digits
  if (schema instanceof z.ZodObject) return encodeObject(schema, digits)
  if (schema instanceof z.ZodArray) return encodeArray(schema, digits)
  if (schema instanceof z.ZodNullable) return encodeNullable(schema, digits)
  if (schema instanceof z.ZodString) return (value, sink) => sink.addString(value as string)
  if (schema instanceof z.ZodBoolean) return (value, sink) => sink.add(value ? 'true' : 'false')
  return (value, sink) => sink.add(JSON.stringify(value))
}

const encoderWith =
  (digits: Digits) =>
  (schema: z.ZodType): ((value: unknown) => Buffer) => {
    const encode = encodeOf(schema, digits)
    return (value) => {
      const sink = createByteSink()
      encode(value, sink)
      return sink.bytes()
    }
  }

/** Writes values of a schema as REST has them: int64 and decimals as number tokens with all their digits. */
export const restEncoder = encoderWith((value, sink) => sink.add(value as string))

/** Writes values of a schema as tRPC has them: int64 and decimals as text. */
export const trpcEncoder = encoderWith((value, sink) => sink.addString(value as string))
