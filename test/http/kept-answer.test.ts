import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Gathering } from '../../server/http/gathering.ts'
import { createAnswerKeeper } from '../../server/http/kept-answer.ts'
import type { Pieces } from '../../server/http/pieces.ts'

const pieces = 8
const whole = '0123456789'.slice(0, pieces)

function* made(onPiece: (number: number) => void): Pieces {
  for (let number = 0; number < pieces - 1; number += 1) {
    onPiece(number)
    yield Buffer.from(`${number}`)
  }
  return Buffer.from(`${pieces - 1}`)
}

const readPlain = async (body: ReturnType<ReturnType<ReturnType<typeof createAnswerKeeper>>['bytes']>) =>
  (await buffer((body as Gathering).stream())).toString()

test('others have their turn between the pieces of an answer (control: without turns all are made at once)', async () => {
  const seen: number[] = []
  const { bytes } = createAnswerKeeper(() => made((number) => seen.push(number)))({})
  expect(seen).toEqual([0])
  await setImmediate()
  expect(seen.length).toBeLessThan(pieces - 1)
  expect(await readPlain(bytes(null))).toBe(whole)
  const atOnce: number[] = []
  for (const _piece of made((number) => atOnce.push(number)));
  expect(atOnce).toHaveLength(pieces - 1)
})

test('an answer is made once, however many read it and when', async () => {
  let times = 0
  const keeper = createAnswerKeeper(() => {
    times += 1
    return made(() => {})
  })
  const value = {}
  const [early, late] = [keeper(value).bytes(null), setImmediate().then(() => keeper(value).bytes(null))]
  expect(await Promise.all([readPlain(early), readPlain(await late)])).toEqual([whole, whole])
  expect([await readPlain(keeper(value).bytes(null)), times]).toEqual([whole, 1])
})

test('an answer that breaks off ends in an error for its readers, never as if it were whole', async () => {
  const { bytes } = createAnswerKeeper(() =>
    made((number) => {
      if (number === 3) throw new Error('broken in the middle')
    }),
  )({})
  const packed = bytes('gzip')
  await expect(readPlain(bytes(null))).rejects.toThrow('broken in the middle')
  await expect(readPlain(packed)).rejects.toThrow('broken in the middle')
})
