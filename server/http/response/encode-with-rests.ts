import { z } from 'zod'
import { type Digits, encodeOf, membersOf } from './encode.ts'
import type { ByteSink } from './json-buffer.ts'

/** As Encode, with a rest after each item of the lists that are not in a list themselves. */
type EncodeWithRests = (value: unknown, sink: ByteSink) => Iterable<void>

function objectWithRests(schema: z.ZodObject, digits: Digits): EncodeWithRests {
  const members = membersOf(schema, (member) => encodeWithRests(member, digits))
  return function* (value, sink) {
    let isEmpty = true
    for (const { name, first, next, encode } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member === undefined) continue
      sink.add(isEmpty ? first : next)
      yield* encode(member, sink)
      isEmpty = false
    }
    sink.add(isEmpty ? '{}' : '}')
  }
}

function arrayWithRests(schema: z.ZodArray, digits: Digits): EncodeWithRests {
  const encode = encodeOf(schema.element as z.ZodType, digits)
  return function* (value, sink) {
    let before = '['
    for (const item of value as unknown[]) {
      sink.add(before)
      encode(item, sink)
      before = ','
      yield
    }
    sink.add(before === '[' ? '[]' : ']')
  }
}

function nullableWithRests(schema: z.ZodNullable, digits: Digits): EncodeWithRests {
  const encode = encodeWithRests(schema.unwrap() as z.ZodType, digits)
  return function* (value, sink) {
    if (value === null) sink.add('null')
    else yield* encode(value, sink)
  }
}

/** Writes values of a schema as JSON, item by item: a generator for each member of a row would cost more than the row. */
export function encodeWithRests(schema: z.ZodType, digits: Digits): EncodeWithRests {
  if (schema instanceof z.ZodObject) return objectWithRests(schema, digits)
  if (schema instanceof z.ZodArray) return arrayWithRests(schema, digits)
  if (schema instanceof z.ZodNullable) return nullableWithRests(schema, digits)
  const encode = encodeOf(schema, digits)
  return (value, sink) => {
    encode(value, sink)
    return []
  }
}
