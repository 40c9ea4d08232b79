import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import type { Id } from '../../shared/primitives.ts'
import { type Child, signal } from './child.ts'
import { type Scene, setScene } from './scene.ts'

/** Starts a server that is expected to live. */
async function started(scene: Scene): Promise<Child> {
  const child = await scene.start()
  if (!child) throw new Error('the server ended before it listened')
  return child
}

/** Looks into the database from outside, as often as the event loop turns, and kills as soon as there is such a row. */
async function killOnceTrue(scene: Scene, child: Child, sql: string): Promise<void> {
  const db = new Database(join(scene.dataDir, 'strongroom.db'), { readonly: true })
  const found = db.prepare(sql)
  while (!found.get()) await turn()
  signal(child.pid, 'SIGKILL')
  db.close()
  await child.ended
}

const only = '1' as Id
const openRotation = 'SELECT 1 FROM rotations WHERE outcome IS NULL'

type RotationRow = { rotation_id: string; outcome: string; stage: string | null; retry_of: string | null }

/** The rotations after the first, which gave the custodian its pair. */
function laterRotations(scene: Scene): RotationRow[] {
  const db = new Database(join(scene.dataDir, 'strongroom.db'), { readonly: true })
  const rows = db.prepare<[], RotationRow>('SELECT * FROM rotations ORDER BY rotation_id').all()
  db.close()
  return rows.slice(1)
}

async function onlyRotation(scene: Scene) {
  const rows = laterRotations(scene)
  expect(rows).toHaveLength(1)
  return rows[0]
}

test('killed at R2, after the intent is durable and before the provider is contacted: completely old, and recorded as interrupted', async () => {
  await using scene = await setScene()
  const before = scene.simulator.counters.total()
  await using child = await started(scene)
  const [offer] = await Promise.all([scene.offer(child, only), killOnceTrue(scene, child, openRotation)])
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
  const accepted = `${openRotation} AND stage = 'accepted'`
  await Promise.all([
    scene.offer(child, only),
    killOnceTrue(scene, child, `${accepted} OR stage = 'stored' AND credential_version = 1`),
  ])
  expect(await scene.examine()).toEqual([])
})

test('killed at R6, as soon as the commit is visible from outside: the new credentials are active, answered or not', async () => {
  await using scene = await setScene()
  await using child = await started(scene)
  await Promise.all([
    scene.offer(child, only),
    killOnceTrue(scene, child, 'SELECT 1 FROM custodians WHERE credential_version = 2'),
  ])
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
  ['before the provider heard of it', openRotation, ['interrupted', 'stored']],
  [
    'while the new keys were being stored',
    `${openRotation} AND stage = 'accepted' OR credential_version = 1 AND stage = 'stored'`,
    null,
  ],
  ['as soon as they were stored', 'SELECT 1 FROM custodians WHERE credential_version = 2', ['stored']],
] as const)(
  'killed %s: the retry with the same Idempotency-Key succeeds, and one key stored one set of credentials',
  async (_, sql, outcomes) => {
    await using scene = await setScene()
    await using child = await started(scene)
    const [offer] = await Promise.all([scene.offer(child, only), killOnceTrue(scene, child, sql)])
    await using next = await started(scene)
    expect(await scene.retry(next, offer)).toMatchObject({ answer: 'ok' })
    const again = await scene.retry(next, offer)
    await next.kill()
    const rows = laterRotations(scene)
    if (outcomes) expect(rows.map(({ outcome }) => outcome)).toEqual(outcomes)
    expect(rows.filter(({ outcome }) => outcome === 'stored')).toMatchObject([{ rotation_id: again.rotationId }])
    expect(await scene.examine()).toEqual([])
  },
)
