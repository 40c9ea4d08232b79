import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Pieces } from './chunks.ts'
import { type Packing, pack } from './content-encoding.ts'
import { type Gathering, gather } from './replayable-stream.ts'

/** As much of an answer as there is: whole, about to be, or growing while it is sent. */
type Made = Buffer | Promise<Buffer> | Gathering

/** The bytes of an answer, kept as long as the value they show; each packing is made once, whoever asks first. */
export type KeptAnswer = {
  readonly etag: string
  readonly bytes: (packing: Packing | null) => Made
}

const thisProcess = randomBytes(6).toString('base64url')
let answers = 0

/** Weak, because every packing of the answer shares it; unique to this process, so a restart only costs one full answer. */
const nextEtag = () => `W/"${thisProcess}-${(answers++).toString(36)}"`

/** Lets others have their turn between the pieces. */
async function* inTurns(pieces: Pieces, first: IteratorResult<Buffer, Buffer>): AsyncGenerator<Buffer> {
  let piece = first
  for (; !piece.done; piece = pieces.next()) {
    yield piece.value
    await setImmediate()
  }
  yield piece.value
}

function keep(pieces: Pieces): KeptAnswer {
  const first = pieces.next()
  const plain = first.done ? first.value : gather(inTurns(pieces, first))
  const packed = new Map<Packing, Made>()

  const packedAnew = (packing: Packing): Made => {
    const made = pack(plain, packing, () => packed.delete(packing))
    packed.set(packing, made)
    if (made instanceof Promise) made.then((whole) => packed.set(packing, whole)).catch(() => {})
    return made
  }
  return {
    etag: nextEtag(),
    bytes: (packing) => (packing ? (packed.get(packing) ?? packedAnew(packing)) : plain),
  }
}

/** Keeps one answer per value object; a changed value is another object and gets a new answer. */
export function createAnswerKeeper(encode: (value: object) => Pieces): (value: object) => KeptAnswer {
  const kept = new WeakMap<object, KeptAnswer>()
  return (value) => {
    const answer = kept.get(value) ?? keep(encode(value))
    kept.set(value, answer)
    return answer
  }
}

/** Whether an If-None-Match header names the answer; weakly compared, since every packing shares the tag. */
export const isCurrent = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim())) ?? false
