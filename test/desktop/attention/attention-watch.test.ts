import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Attention, AttentionKind } from '../../../desktop/bridge/attention.ts'
import {
  type AttentionStatus,
  createAttentionWatch,
  type Situation,
} from '../../../desktop/main/attention/attention-watch.ts'

const minute = 60_000

/** Without a custodian the kind alone tells entries apart. */
const entry = (kind: AttentionKind): Attention => ({ kind, custodian: null, at: null })

/** A watch whose server and situation the test sets. */
function watched() {
  const scene = {
    situation: { state: 'on', subject: 'a' } as Situation,
    answer: (): Promise<readonly Attention[]> => Promise.resolve([]),
    reads: 0,
    statuses: [] as AttentionStatus[],
    added: [] as AttentionKind[][],
  }
  const watch = createAttentionWatch({
    situation: () => scene.situation,
    read: () => {
      scene.reads += 1
      return scene.answer()
    },
    onStatus: (status) => scene.statuses.push(status),
    onNew: (added) => scene.added.push(added.map(({ kind }) => kind)),
  })
  return Object.assign(scene, { watch, last: () => scene.statuses.at(-1) })
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('what was there at first is not new, what comes later is new once, and what comes back is new again', async () => {
  const scene = watched()
  scene.answer = async () => [entry('rejected')]
  scene.watch.follow()
  await pass(0)
  expect(scene.statuses).toEqual([{ kind: 'reading' }, { kind: 'known', count: 1 }])
  scene.answer = async () => [entry('rejected'), entry('failed')]
  await pass(2 * minute)
  expect(scene.added).toEqual([['failed']])
  scene.answer = async () => [entry('failed')]
  await pass(minute)
  scene.answer = async () => [entry('rejected'), entry('failed')]
  await pass(minute)
  expect(scene.added).toEqual([['failed'], ['rejected']])
  scene.watch[Symbol.dispose]()
  await pass(60 * minute)
  expect(scene.reads).toBe(5)
})

test.each(['off', 'locked', 'signedOut'] as const)(
  'nothing is asked while it is %s, and nothing kept',
  async (state) => {
    const scene = watched()
    scene.answer = async () => [entry('rejected')]
    scene.watch.follow()
    await pass(0)
    scene.situation = { state, subject: 'a' }
    scene.watch.follow()
    expect(scene.last()).toEqual({ kind: state })
    await scene.watch.checkNow()
    await pass(60 * minute)
    expect(scene.reads).toBe(1)
    scene.answer = async () => [entry('rejected'), entry('failed')]
    scene.situation = { state: 'on', subject: 'a' }
    scene.watch.follow()
    await pass(0)
    expect([scene.last(), scene.added]).toEqual([{ kind: 'known', count: 2 }, []])
  },
)

test('an answer for another server, or that comes once the console is locked, is dropped', async () => {
  const scene = watched()
  const late = Promise.withResolvers<readonly Attention[]>()
  scene.answer = () => late.promise
  scene.watch.follow()
  scene.situation = { state: 'on', subject: 'b' }
  scene.answer = async () => []
  scene.watch.follow()
  await pass(0)
  late.resolve([entry('rejected')])
  await pass(0)
  expect(scene.last()).toEqual({ kind: 'known', count: 0 })

  const later = Promise.withResolvers<readonly Attention[]>()
  scene.answer = () => later.promise
  await pass(minute)
  scene.situation = { state: 'locked', subject: 'b' }
  scene.watch.follow()
  later.resolve([entry('rejected')])
  await pass(0)
  expect([scene.last(), scene.added]).toEqual([{ kind: 'locked' }, []])
})

test('each failure doubles the wait up to half an hour, and a request of the operator ends it', async () => {
  const scene = watched()
  scene.answer = () => Promise.reject(new Error('Unauthenticated'))
  scene.watch.follow()
  await pass(24 * 60 * minute)
  expect(scene.last()).toEqual({ kind: 'failed' })
  // After 2, 4, 8, 16 and 32 minutes, then every 32: one a minute would be 1440.
  expect(scene.reads).toBeLessThan(52)
  const before = scene.reads
  scene.answer = async () => [entry('rejected')]
  await scene.watch.checkNow()
  expect(scene.last()).toEqual({ kind: 'known', count: 1 })
  await pass(10 * minute)
  expect(scene.reads).toBe(before + 11)
  scene.watch[Symbol.dispose]()
})
