import { endpointNames, endpoints } from '../../../shared/endpoints.ts'
import { fail } from '../../../shared/failure.ts'
import type { OperationName } from '../../../shared/operations.ts'
import type { Result } from '../../../shared/result.ts'
import type { Chunks } from '../response/chunks.ts'
import { trpcEncoderOf } from './trpc-cached.ts'

/** Bytes that the answers of one batch may have together: tRPC builds them as one text. */
const mostBytes = 4 * 1024 * 1024
/** Bytes of one answer that may be many megabytes: by itself it is kept, or is a page whose rows have icons. */
const mostBytesOfLong = 256 * 1024

const longNames = new Set<OperationName>([
  ...endpointNames.filter((name) => endpoints[name].hasEtag),
  'custodians.walletsPage',
])

const encoders = new Map<OperationName, (data: unknown) => Chunks>()

function encoderOf(name: OperationName): (data: unknown) => Chunks {
  const encode = encoders.get(name) ?? trpcEncoderOf(name)
  encoders.set(name, encode)
  return encode
}

/** The bytes of an answer, counted no further than it takes to be more than `most`. */
function sizeOf(chunks: Chunks, most: number): number {
  let size = 0
  for (let chunk = chunks.next(); size <= most; chunk = chunks.next()) {
    size += chunk.value.length
    if (chunk.done) break
  }
  return size
}

const refuse = (reason: string) => fail('ValidationError', { info: [`batch: ${reason}; send this call alone`] })

/** Bounds what one batch answers: the answer that does not fit any more is refused, and the others are given. */
export function createBatchBudget() {
  let left = mostBytes
  return (name: OperationName, result: Result<unknown>): Result<unknown> => {
    if (!result.ok) return result
    const most = longNames.has(name) ? Math.min(mostBytesOfLong, left) : left
    const size = sizeOf(encoderOf(name)(result.value), most)
    if (size > left) return refuse(`its responses exceed ${mostBytes / 1024 / 1024} MiB with that of ${name}`)
    if (size > most) return refuse(`the response of ${name} is too large for a batch`)
    left -= size
    return result
  }
}
