import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Chunks } from '../../server/http/response/chunks.ts'
import type { ReplayableStream } from '../../server/http/response/replayable-stream.ts'
import { createResponseCache } from '../../server/http/response/response-cache.ts'

const pieces = 8
const whole = '0123456789'.slice(0, pieces)

function* made(onPiece: (number: number) => void): Chunks {
  for (let number = 0; number < pieces - 1; number += 1) {
    onPiece(number)
    yield Buffer.from(`${number}`)
  }
  return Buffer.from(`${pieces - 1}`)
}

const readPlain = async (body: ReturnType<ReturnType<ReturnType<typeof createResponseCache>>['bytes']>) =>
  (await buffer((body as ReplayableStream).stream())).toString()

test('an answer is generated no faster than it is read (control: completely for a reader who reads it completely)', async () => {
  const seen: number[] = []
  const { bytes } = createResponseCache(() => made((number) => seen.push(number)))({})
  expect(seen).toEqual([0])
  const reading = (bytes(null) as ReplayableStream).stream()
  for await (const _chunk of reading) break
  await setImmediate()
  expect(seen.length).toBeLessThan(pieces - 1)
  expect(await readPlain(bytes(null))).toBe(whole)
  expect(seen).toHaveLength(pieces - 1)
})

test('other requests run between the chunks of an answer', async () => {
  const happened: string[] = []
  const { bytes } = createResponseCache(() => made((number) => happened.push(`${number}`)))({})
  const others = async () => {
    for (let turn = 0; turn < pieces; turn += 1) {
      await setImmediate()
      happened.push('other')
    }
  }
  await Promise.all([readPlain(bytes(null)), others()])
  expect(happened.join(' ')).toMatch(/\d other (.* )?\d other/)
})

test('an answer is generated once for all its readers', async () => {
  let times = 0
  const cache = createResponseCache(() => {
    times += 1
    return made(() => {})
  })
  const value = {}
  const early = cache(value).bytes(null)
  const late = setImmediate().then(() => cache(value).bytes(null))
  expect(await Promise.all([readPlain(early), readPlain(await late)])).toEqual([whole, whole])
  expect([await readPlain(cache(value).bytes(null)), times]).toEqual([whole, 1])
})

test('an aborted answer is an error for its readers, never a complete answer', async () => {
  const { bytes } = createResponseCache(() =>
    made((number) => {
      if (number === 3) throw new Error('broken in the middle')
    }),
  )({})
  const compressed = bytes('gzip')
  await expect(readPlain(bytes(null))).rejects.toThrow('broken in the middle')
  await expect(readPlain(compressed)).rejects.toThrow('broken in the middle')
})
