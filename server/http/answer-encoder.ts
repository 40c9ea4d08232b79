import type { z } from 'zod'
import { createByteSink } from './byte-sink.ts'
import type { Digits } from './encode.ts'
import { encodeWithRests } from './encode-with-rests.ts'
import type { Pieces } from './pieces.ts'

/** Bytes of a piece: more than the rows that fill a window, less than holds up who else asks. */
const pieceBytes = 256 * 1024

const encoderWith =
  (digits: Digits) =>
  (schema: z.ZodType): ((value: unknown) => Pieces) => {
    const encode = encodeWithRests(schema, digits)
    return function* (value) {
      const sink = createByteSink()
      for (const _rest of encode(value, sink)) if (sink.size() >= pieceBytes) yield sink.take()
      return sink.take()
    }
  }

/** Writes values of a schema as REST has them: int64 and decimals as number tokens with all their digits. */
export const restEncoder = encoderWith((value, sink) => sink.add(value as string))

/** Writes values of a schema as tRPC has them: int64 and decimals as text. */
export const trpcEncoder = encoderWith((value, sink) => sink.addString(value as string))
