import { expect, test } from 'vitest'
import type { Id } from '../../shared/primitives.ts'
import { dataOf } from '../store/engines.ts'
import type { Facts, Kind } from '../store/facts.ts'
import { type Child, signal } from './child.ts'
import { type Scene, setScene } from './scene.ts'
import { type Injection, straceProblem } from './strace.ts'

/** Starts a server that is expected to live. */
async function started(scene: Scene, fault?: Injection): Promise<Child> {
  const child = await scene.start(fault)
  if (!child) throw new Error('the server ended before it listened')
  return child
}

/** Looks at what is stored from outside, as often as the event loop turns, and kills as soon as a fact fits. */
const killOnce =
  <K extends Kind>(kind: K, fits: (fact: Facts[K]) => boolean) =>
  async (scene: Scene, child: Child): Promise<void> => {
    await dataOf(scene.dataDir).truth.until(kind, fits)
    signal(child.pid, 'SIGKILL')
    await child.ended
  }

const only = '1' as Id
type Rotation = Facts['rotations']
const isOpen = ({ outcome }: Rotation) => outcome === null
const isBeingStored = ({ outcome, stage, version }: Rotation) =>
  (outcome === null && stage === 'accepted') || (stage === 'stored' && version === 1)

const killOnceOpen = killOnce('rotations', isOpen)
const killWhileStoring = killOnce('rotations', isBeingStored)
const killOnceStored = killOnce('custodians', ({ version }) => version === 2)

/** The rotations after the first, which gave the custodian its credentials. */
const laterRotations = async ({ dataDir }: Scene) => (await dataOf(dataDir).truth.read('rotations')).slice(1)

async function onlyRotation(scene: Scene) {
  const rows = await laterRotations(scene)
  expect(rows).toHaveLength(1)
  return rows[0]
}

/** Leaves time to see the intent from outside before the writer answers. */
const slowAnchor: Injection = { call: 'fdatasync', fault: 'delay_enter=500000:when=1' }

test('killed at R2, after the intent is durable and before the provider is contacted: completely old, and recorded as interrupted', async () => {
  await using scene = await setScene()
  const before = scene.simulator.counters.total()
  await using child = await started(scene, straceProblem === null ? slowAnchor : undefined)
  const [offer] = await Promise.all([scene.offer(child, only), killOnceOpen(scene, child)])
  expect(offer.answer).toBe('unknown')
  expect(scene.simulator.counters.total(), 'requests the provider saw').toBe(before)
  expect(await scene.examine()).toEqual([])
  expect(await onlyRotation(scene)).toMatchObject({ outcome: 'interrupted' })
})

test('killed at R3, when the provider has the request and has not answered: completely old, and recorded as interrupted', async () => {
  await using scene = await setScene()
  await using child = await started(scene)
  const stop = scene.simulator.onRequest(async () => {
    stop()
    await child.kill()
  })
  expect((await scene.offer(child, only)).answer).toBe('unknown')
  expect(await scene.examine()).toEqual([])
  expect(await onlyRotation(scene)).toMatchObject({ outcome: 'interrupted', stage: 'sent' })
})

test('killed at R4, when the provider has just accepted the credentials: completely old or completely new', async () => {
  await using scene = await setScene()
  await using child = await started(scene)
  // One answer is enough: it lists a portfolio and names the account.
  const stop = scene.simulator.onAnswered(() => {
    stop()
    signal(child.pid, 'SIGKILL')
  })
  await scene.offer(child, only)
  await child.ended
  expect(await scene.examine()).toEqual([])
})

test('killed at R5, between the acceptance and the commit or in the middle of it: completely old or completely new', async () => {
  await using scene = await setScene()
  await using child = await started(scene)
  await Promise.all([scene.offer(child, only), killWhileStoring(scene, child)])
  expect(await scene.examine()).toEqual([])
})

test('killed at R6, as soon as the commit is visible from outside: the new credentials are active, answered or not', async () => {
  await using scene = await setScene()
  await using child = await started(scene)
  await Promise.all([scene.offer(child, only), killOnceStored(scene, child)])
  expect(await scene.examine()).toEqual([])
  expect(await onlyRotation(scene)).toMatchObject({ outcome: 'stored' })
})

test('killed at R7, once the answer has arrived: the acknowledged credentials are active', async () => {
  await using scene = await setScene()
  await using child = await started(scene)
  expect((await scene.offer(child, only)).answer).toBe('ok')
  await child.kill()
  expect(await scene.examine()).toEqual([])
  expect(await onlyRotation(scene)).toMatchObject({ outcome: 'stored' })
})

test('a refused rotation stays refused after a kill: the offered credentials are not active', async () => {
  await using scene = await setScene()
  await using child = await started(scene)
  expect((await scene.offer(child, only, 'wrong-signature')).answer).toBe('fail')
  await child.kill()
  expect(await scene.examine()).toEqual([])
  expect(await onlyRotation(scene)).toMatchObject({ outcome: 'refused' })
})

test.each([
  ['before the provider heard of it', killOnceOpen, ['interrupted', 'stored']],
  ['while the new keys were being stored', killWhileStoring, null],
  ['as soon as they were stored', killOnceStored, ['stored']],
] as const)(
  'killed %s: the retry with the same Idempotency-Key succeeds, and one key stored one set of credentials',
  async (_, kill, outcomes) => {
    await using scene = await setScene()
    await using child = await started(scene)
    const [offer] = await Promise.all([scene.offer(child, only), kill(scene, child)])
    await using next = await started(scene)
    expect(await scene.retry(next, offer)).toMatchObject({ answer: 'ok' })
    const again = await scene.retry(next, offer)
    await next.kill()
    const rows = await laterRotations(scene)
    if (outcomes) expect(rows.map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(rows.filter(({ outcome }) => outcome === 'stored')).toMatchObject([{ rotationId: again.rotationId }])
    expect(await scene.examine()).toEqual([])
  },
)
