import type { z } from 'zod'
import type { Chunks } from './chunks.ts'
import { type EncodeInSteps, encodeInSteps } from './encode.ts'
import { createJsonBuffer } from './json-buffer.ts'
import type { NumberForm } from './number-form.ts'

/** Bytes of a chunk: more than the rows that fill a window, less than delays other requests noticeably. */
const chunkBytes = 256 * 1024

/**
 * Encodes values of a schema as JSON, int64 and decimals in the given form. tRPC always has them as strings. The schema is
 * made and read at the first value: a start would do so with hundreds, of which most are never answered.
 */
export function answerEncoder(schemaOf: () => z.core.$ZodType, form: NumberForm): (value: unknown) => Chunks {
  let encode: EncodeInSteps | null = null
  return function* (value) {
    encode ??= encodeInSteps(schemaOf(), form)
    const buffer = createJsonBuffer(chunkBytes)
    for (const _full of encode(value, buffer)) yield buffer.take()
    return buffer.take()
  }
}
