import { z } from 'zod'
import { writtenAsNumber } from '../../../shared/primitives.ts'
import type { JsonBuffer } from './json-buffer.ts'

type Encode = (value: unknown, buffer: JsonBuffer) => void

/** How int64 and decimals are written, which are text inside. */
export type EncodeNumber = Encode

/** The members of an object in their order, each with what stands before it and how it is encoded. */
function membersOf<Way>(schema: z.ZodObject, wayOf: (member: z.ZodType) => Way) {
  return Object.entries(schema.shape).map(([name, member]) => ({
    name,
    first: `{${JSON.stringify(name)}:`,
    next: `,${JSON.stringify(name)}:`,
    encode: wayOf(member as z.ZodType),
  }))
}

function encodeObject(schema: z.ZodObject, digits: EncodeNumber): Encode {
  const members = membersOf(schema, (member) => encodeOf(member, digits))
  return (value, buffer) => {
    let isEmpty = true
    for (const { name, first, next, encode } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member === undefined) continue
      buffer.add(isEmpty ? first : next)
      encode(member, buffer)
      isEmpty = false
    }
    buffer.add(isEmpty ? '{}' : '}')
  }
}

function encodeArray(schema: z.ZodArray, digits: EncodeNumber): Encode {
  const encode = encodeOf(schema.element as z.ZodType, digits)
  return (value, buffer) => {
    let before = '['
    for (const item of value as unknown[]) {
      buffer.add(before)
      encode(item, buffer)
      before = ','
    }
    buffer.add(before === '[' ? '[]' : ']')
  }
}

function encodeNullable(schema: z.ZodNullable, digits: EncodeNumber): Encode {
  const encode = encodeOf(schema.unwrap() as z.ZodType, digits)
  return (value, buffer) => (value === null ? buffer.add('null') : encode(value, buffer))
}

/** Writes values of a schema as JSON. */
function encodeOf(schema: z.ZodType, digits: EncodeNumber): Encode {
  if (writtenAsNumber.get(schema)?.kind) return digits
  if (schema instanceof z.ZodObject) return encodeObject(schema, digits)
  if (schema instanceof z.ZodArray) return encodeArray(schema, digits)
  if (schema instanceof z.ZodNullable) return encodeNullable(schema, digits)
  if (schema instanceof z.ZodOptional) return encodeOf(schema.unwrap() as z.ZodType, digits)
  if (schema instanceof z.ZodString) return (value, buffer) => buffer.addString(value as string)
  if (schema instanceof z.ZodBoolean) return (value, buffer) => buffer.add(value ? 'true' : 'false')
  return (value, buffer) => buffer.add(JSON.stringify(value))
}

/** Like Encode, but yields after each item of a top-level list, so that other requests can run in between. */
type EncodeInSteps = (value: unknown, buffer: JsonBuffer) => Iterable<void>

function objectInSteps(schema: z.ZodObject, digits: EncodeNumber): EncodeInSteps {
  const members = membersOf(schema, (member) => encodeInSteps(member, digits))
  return function* (value, buffer) {
    let isEmpty = true
    for (const { name, first, next, encode } of members) {
      const member = (value as Record<string, unknown>)[name]
      if (member === undefined) continue
      buffer.add(isEmpty ? first : next)
      yield* encode(member, buffer)
      isEmpty = false
    }
    buffer.add(isEmpty ? '{}' : '}')
  }
}

function arrayInSteps(schema: z.ZodArray, digits: EncodeNumber): EncodeInSteps {
  const encode = encodeOf(schema.element as z.ZodType, digits)
  return function* (value, buffer) {
    let before = '['
    for (const item of value as unknown[]) {
      buffer.add(before)
      encode(item, buffer)
      before = ','
      yield
    }
    buffer.add(before === '[' ? '[]' : ']')
  }
}

function nullableInSteps(schema: z.ZodNullable, digits: EncodeNumber): EncodeInSteps {
  const encode = encodeInSteps(schema.unwrap() as z.ZodType, digits)
  return function* (value, buffer) {
    if (value === null) buffer.add('null')
    else yield* encode(value, buffer)
  }
}

/** Writes values of a schema as JSON in steps. Only top-level lists yield: a generator per member would cost more than the row. */
export function encodeInSteps(schema: z.ZodType, digits: EncodeNumber): EncodeInSteps {
  if (schema instanceof z.ZodObject) return objectInSteps(schema, digits)
  if (schema instanceof z.ZodArray) return arrayInSteps(schema, digits)
  if (schema instanceof z.ZodNullable) return nullableInSteps(schema, digits)
  const encode = encodeOf(schema, digits)
  return (value, buffer) => {
    encode(value, buffer)
    return []
  }
}
