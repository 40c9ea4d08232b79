import { z } from 'zod'
import { writtenAsNumber } from '../../../shared/primitives.ts'
import { Wallet } from '../../../shared/wallets.ts'
import type { JsonBuffer } from './json-buffer.ts'
import type { NumberForm } from './number-form.ts'
import { createWalletWriter } from './wallet-writer.ts'

type Encode = (value: unknown, buffer: JsonBuffer) => void

/** How int64 and decimals are written, which are text inside. */
const digits: Readonly<Record<NumberForm, Encode>> = {
  number: (value, buffer) => buffer.add(value as string),
  string: (value, buffer) => buffer.addString(value as string),
}

/** The members of an object in their order, each with what stands before it and how it is encoded. */
function membersOf<Way>(schema: z.ZodObject, wayOf: (member: z.core.$ZodType) => Way) {
  return Object.entries(schema.shape).map(([name, member]) => ({
    name,
    first: `{${JSON.stringify(name)}:`,
    next: `,${JSON.stringify(name)}:`,
    encode: wayOf(member as z.core.$ZodType),
  }))
}

function encodeObject(schema: z.ZodObject, form: NumberForm): Encode {
  const members = membersOf(schema, (member) => encodeOf(member, form))
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

function encodeArray(schema: z.ZodArray, form: NumberForm): Encode {
  const encode = encodeOf(schema.element as z.core.$ZodType, form)
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

function encodeNullable(schema: z.ZodNullable, form: NumberForm): Encode {
  const encode = encodeOf(schema.unwrap() as z.core.$ZodType, form)
  return (value, buffer) => (value === null ? buffer.add('null') : encode(value, buffer))
}

/** Writes values of a schema as JSON. */
function encodeOf(schema: z.core.$ZodType, form: NumberForm): Encode {
  if (writtenAsNumber.get(schema)?.kind) return digits[form]
  if (schema === Wallet) return createWalletWriter(form) as Encode
  if (schema instanceof z.ZodObject) return encodeObject(schema, form)
  if (schema instanceof z.ZodArray) return encodeArray(schema, form)
  if (schema instanceof z.ZodNullable) return encodeNullable(schema, form)
  if (schema instanceof z.ZodOptional) return encodeOf(schema.unwrap() as z.core.$ZodType, form)
  if (schema instanceof z.ZodString) return (value, buffer) => buffer.addString(value as string)
  if (schema instanceof z.ZodBoolean) return (value, buffer) => buffer.add(value ? 'true' : 'false')
  return (value, buffer) => buffer.add(JSON.stringify(value))
}

/** Like Encode, but yields whenever a top-level list has filled the buffer, so that other requests can run in between. */
export type EncodeInSteps = (value: unknown, buffer: JsonBuffer) => Iterable<void>

function objectInSteps(schema: z.ZodObject, form: NumberForm): EncodeInSteps {
  const members = membersOf(schema, (member) => encodeInSteps(member, form))
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

function arrayInSteps(schema: z.ZodArray, form: NumberForm): EncodeInSteps {
  const encode = encodeOf(schema.element as z.core.$ZodType, form)
  return function* (value, buffer) {
    let before = '['
    for (const item of value as unknown[]) {
      buffer.add(before)
      encode(item, buffer)
      before = ','
      if (buffer.isFull()) yield
    }
    buffer.add(before === '[' ? '[]' : ']')
  }
}

function nullableInSteps(schema: z.ZodNullable, form: NumberForm): EncodeInSteps {
  const encode = encodeInSteps(schema.unwrap() as z.core.$ZodType, form)
  return function* (value, buffer) {
    if (value === null) buffer.add('null')
    else yield* encode(value, buffer)
  }
}

/** Writes values of a schema as JSON in steps. Only top-level lists yield: a generator per member would cost more than the row. */
export function encodeInSteps(schema: z.core.$ZodType, form: NumberForm): EncodeInSteps {
  if (schema instanceof z.ZodObject) return objectInSteps(schema, form)
  if (schema instanceof z.ZodArray) return arrayInSteps(schema, form)
  if (schema instanceof z.ZodNullable) return nullableInSteps(schema, form)
  const encode = encodeOf(schema, form)
  return (value, buffer) => {
    encode(value, buffer)
    return []
  }
}
