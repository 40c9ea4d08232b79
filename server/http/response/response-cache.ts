import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Chunks } from './chunks.ts'
import { type ContentEncoding, compress } from './content-encoding.ts'
import { createReplayableStream, type ReplayableStream } from './replayable-stream.ts'

/** As much of a response as there is: whole, about to be, or growing while it is sent. */
type Body = Buffer | Promise<Buffer> | ReplayableStream

/** The bytes of a response, cached as long as the value they show; each content encoding is made once, on first request. */
export type CachedResponse = {
  readonly etag: string
  readonly bytes: (encoding: ContentEncoding | null) => Body
}

const thisProcess = randomBytes(6).toString('base64url')
let responses = 0

/** Weak, because every content encoding shares it; unique to this process, so a restart only costs one full response. */
const nextEtag = () => `W/"${thisProcess}-${(responses++).toString(36)}"`

/** Lets other requests run between the chunks. */
async function* inTurns(chunks: Chunks, first: IteratorResult<Buffer, Buffer>): AsyncGenerator<Buffer> {
  let chunk = first
  for (; !chunk.done; chunk = chunks.next()) {
    yield chunk.value
    await setImmediate()
  }
  yield chunk.value
}

function cachedResponse(chunks: Chunks): CachedResponse {
  const first = chunks.next()
  const plain = first.done ? first.value : createReplayableStream(inTurns(chunks, first))
  const byEncoding = new Map<ContentEncoding, Body>()

  const compressOnce = (encoding: ContentEncoding): Body => {
    const body = compress(plain, encoding, () => byEncoding.delete(encoding))
    byEncoding.set(encoding, body)
    if (body instanceof Promise) body.then((whole) => byEncoding.set(encoding, whole)).catch(() => {})
    return body
  }
  return {
    etag: nextEtag(),
    bytes: (encoding) => (encoding ? (byEncoding.get(encoding) ?? compressOnce(encoding)) : plain),
  }
}

/** Caches one response per value object; a changed value is another object and gets a new response. */
export function createResponseCache(encode: (value: object) => Chunks): (value: object) => CachedResponse {
  const cached = new WeakMap<object, CachedResponse>()
  return (value) => {
    const response = cached.get(value) ?? cachedResponse(encode(value))
    cached.set(value, response)
    return response
  }
}

/** Whether an If-None-Match header names the response; weakly compared, since every content encoding shares the tag. */
export const isCurrent = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag, etag.slice(2)].includes(tag.trim())) ?? false
