import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { outputOf } from '../../../desktop/main/local/child.ts'

/** A child's stream as Electron gives it: at the exit every listener is taken off. */
function childStream() {
  const stream = new PassThrough()
  const { promise: exited, resolve } = Promise.withResolvers<void>()
  const exit = () => {
    resolve()
    stream.removeAllListeners()
  }
  return { stream, exited, exit }
}

test('output that arrives after the exit is read completely, once', async () => {
  const { stream, exited, exit } = childStream()
  const all = text(outputOf(stream, exited))
  stream.write('before ')
  exit()
  await setImmediate()
  stream.write('after ')
  await setImmediate()
  stream.end('the end')
  expect(await all).toBe('before after the end')
})

test('a plain listener misses output after the exit (control)', async () => {
  const { stream, exit } = childStream()
  const heard: string[] = []
  stream.on('data', (chunk) => heard.push(String(chunk)))
  exit()
  await setImmediate()
  stream.end('after')
  await setImmediate()
  expect(heard).toEqual([])
})

test('a stream that never ends is abandoned shortly after the exit', async () => {
  const { stream, exited, exit } = childStream()
  const all = text(outputOf(stream, exited))
  stream.write('so far')
  exit()
  expect(await all).toBe('so far')
})

test('a child without a stream has no output', async () => {
  expect(await text(outputOf(null, Promise.resolve()))).toBe('')
})
