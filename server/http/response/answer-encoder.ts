import type { z } from 'zod'
import type { Pieces } from './chunks.ts'
import type { Digits } from './encode.ts'
import { encodeWithRests } from './encode-with-rests.ts'
import { createByteSink } from './json-buffer.ts'
import type { NumberForm } from './number-form.ts'

/** Bytes of a piece: more than the rows that fill a window, less than holds up who else asks. */
const pieceBytes = 256 * 1024

const digits: Readonly<Record<NumberForm, Digits>> = {
  number: (value, sink) => sink.add(value as string),
  string: (value, sink) => sink.addString(value as string),
}

/** Encodes values of a schema as JSON, int64 and decimals in the given form. tRPC always has them as strings. */
export function answerEncoder(schema: z.ZodType, form: NumberForm): (value: unknown) => Pieces {
  const encode = encodeWithRests(schema, digits[form])
  return function* (value) {
    const sink = createByteSink()
    for (const _rest of encode(value, sink)) if (sink.size() >= pieceBytes) yield sink.take()
    return sink.take()
  }
}
