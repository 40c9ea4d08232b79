import { expect, test } from 'vitest'
import { minute, setLockScene } from './lock-scene.ts'

const hour = 60 * minute

test('the console locks after ten minutes without input, even when the system reports activity', async () => {
  const { lock, pass } = await setLockScene()
  pass(10 * minute - 1)
  lock.check()
  expect(lock.isLocked()).toBe(false)
  pass(1)
  lock.check()
  expect(lock.state()).toMatchObject({ isLocked: true, reason: 'idle' })
})

test('a key or a click postpones the idle lock', async () => {
  const { lock, pass } = await setLockScene()
  for (const _ of Array(5)) {
    pass(9 * minute)
    lock.touch()
    lock.check()
  }
  expect(lock.isLocked()).toBe(false)
})

test('a key or a click after the idle limit locks the console', async () => {
  const { lock, pass } = await setLockScene()
  pass(11 * minute)
  lock.touch()
  expect(lock.state().reason).toBe('idle')
})

test('the console locks when the system reports ten idle minutes', async () => {
  const { lock, clocks } = await setLockScene()
  clocks.osIdleSeconds = 599
  lock.check()
  expect(lock.isLocked()).toBe(false)
  clocks.osIdleSeconds = 600
  lock.check()
  expect(lock.state().reason).toBe('idle')
})

test.each([
  ['only the wall clock advanced, as during sleep on Linux', { monotonic: 2_000, wall: hour }],
  ['the wall clock was set back during sleep', { monotonic: 2_000, wall: -3 * hour }],
  ['the wall clock was set back while the monotonic clock advanced', { monotonic: hour, wall: 0 }],
  ['both clocks advanced, as during sleep on Windows', { monotonic: hour, wall: hour }],
])('on resume the console locks when %s', async (_, passed) => {
  const { lock, clocks } = await setLockScene()
  clocks.monotonic += passed.monotonic
  clocks.wall += passed.wall
  lock.check()
  expect(lock.isLocked()).toBe(true)
})

test('clocks that differ by seconds do not lock the console', async () => {
  const { lock, clocks } = await setLockScene()
  for (const drift of [5_000, -5_000, 30_000, -30_000]) {
    clocks.monotonic += minute
    clocks.wall += minute + drift
    lock.touch()
    lock.check()
  }
  expect(lock.isLocked()).toBe(false)
})

test.each(['asked', 'screen', 'sleep'] as const)('the console locks at once on the event %s', async (reason) => {
  const { lock, states } = await setLockScene()
  lock.lock(reason)
  expect(lock.state()).toMatchObject({ isLocked: true, reason })
  expect(states.at(-1)).toEqual(lock.state())
})

test('the first lock reason is kept', async () => {
  const { lock } = await setLockScene()
  lock.lock('screen')
  lock.lock('sleep')
  expect(lock.state().reason).toBe('screen')
})
