import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Id } from '../../shared/primitives.ts'
import { type Child, signal } from './child.ts'
import { isLongLane, strideOf } from './lanes.ts'
import { type Scene, setScene } from './scene.ts'
import { type Injection, straceProblem } from './strace.ts'

const only = '1' as Id

/** The write-ahead log, which takes every commit; a fault there spares the lock file and the anchor. */
const walOf = ({ dataDir }: Scene) => join(dataDir, 'strongroom.db-wal')

async function startUnder(scene: Scene, fault: Injection): Promise<Child> {
  const child = await scene.start(fault, { logLevel: 'error' })
  if (!child) throw new Error('the server ended before it listened')
  return child
}

const isReady = async ({ url }: Child) => (await fetch(`${url}/readyz`)).ok

/** Offers credentials until some are active again. */
async function untilStored(scene: Scene, child: Child): Promise<void> {
  while ((await scene.offer(child, only)).answer !== 'ok') await new Promise((resolve) => setTimeout(resolve, 200))
}

const timeout = 600_000

test('a commit whose fsync fails once is a definite failure, and the custodian can be rotated again at once', {
  timeout,
  tags: ['long'],
}, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene()
  const codes: (string | null)[] = []
  for (let n = 1; codes.at(-1) !== null; n += 1) {
    await using child = await startUnder(scene, { call: 'fsync', fault: `error=EIO:when=${n}`, path: walOf(scene) })
    const { code } = await scene.offer(child, only)
    codes.push(code)
    expect(await isReady(child)).toBe(true)
    if (code) expect((await scene.offer(child, only)).answer, `after a fault at fsync ${n}`).toBe('ok')
    await child.kill()
    expect(await scene.examine(), `fsync ${n} failed once`).toEqual([])
  }
  expect(new Set(codes)).toEqual(new Set(['AuditUnavailable', null]))
})

test('when the commit of new credentials fails and cannot be voided, the outcome is unknown, the server stops, and its next start decides', {
  timeout,
}, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene()
  const codes = new Set<string | null>()
  // Stages share a commit or not, so the commit of the credentials can be one fsync earlier or later at the next try.
  const isTooEarly = (code: string | null) => code !== null && codes.has('AuditUnavailable')
  let n = isLongLane ? 1 : 4
  while (codes.size < 3) {
    await using child = await startUnder(scene, { call: 'fsync', fault: `error=EIO:when=${n}+`, path: walOf(scene) })
    const offer = await scene.offer(child, only)
    codes.add(offer.code)
    if (offer.answer === 'unknown') expect(await child.ended, 'exit code').toBe(1)
    await child.kill()
    expect(await scene.examine(), `every fsync failed from ${n} on`).toEqual([])
    n += isTooEarly(offer.code) ? 1 : -1
  }
  expect(codes).toEqual(new Set(['AuditUnavailable', 'OutcomeUnknown', null]))
})

test('a full disk is a definite failure at any step, and the server continues', { timeout, tags: ['long'] }, async ({
  skip,
}) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene()
  const codes: (string | null)[] = []
  for (let n = 1; codes.at(-1) !== null; n += strideOf(25)) {
    const fault = { call: 'pwrite64', fault: `error=ENOSPC:when=${n}+`, path: walOf(scene) } as const
    await using child = await startUnder(scene, fault)
    const { code } = await scene.offer(child, only)
    codes.push(code)
    expect((await scene.call(child, '/platform/admin/custodians')).status).toBe(200)
    if (code) expect(await isReady(child)).toBe(false)
    await child.kill()
    expect(await scene.examine(), `no room from write ${n} on`).toEqual([])
  }
  expect(new Set(codes)).toEqual(new Set(['StorageFull', null]))
})

test('while the disk is full, rotations fail and reads work; once there is space, no custodian stays blocked', {
  timeout,
}, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene()
  const fault = { call: 'pwrite64', fault: 'error=ENOSPC:when=20..23', path: walOf(scene) } as const
  await using child = await startUnder(scene, fault)
  expect((await scene.offer(child, only)).code).toBe('StorageFull')
  expect((await scene.call(child, '/platform/admin/custodians')).status).toBe(200)
  await untilStored(scene, child)
  await child.kill()
  expect(await scene.examine()).toEqual([])
})

test('an anchor that cannot be written is logged, and nothing more is stored until it can be', {
  timeout,
}, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene()
  await using child = await startUnder(scene, { call: 'fdatasync,rename', fault: 'error=EIO:when=1..4' })
  expect((await scene.offer(child, only)).code).toBe('AuditUnavailable')
  await untilStored(scene, child)
  // A stop writes out what is left of the log; a kill would not.
  signal(child.pid, 'SIGTERM')
  await child.ended
  expect(await child.output).toContain('anchor could not be written')
  expect(await scene.examine()).toEqual([])
})

test('where the flush of the anchor fails, it gets a new file and rotations go on', { timeout }, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene()
  await using child = await startUnder(scene, { call: 'fdatasync', fault: 'error=EIO:when=1..4' })
  expect((await scene.offer(child, only)).answer).toBe('ok')
  await child.kill()
  expect(await scene.examine()).toEqual([])
})

test('slow commits only take longer', { timeout }, async ({ skip }) => {
  skip(straceProblem !== null, straceProblem ?? '')
  await using scene = await setScene({ providers: Array.from({ length: 3 }, () => 'copper' as const) })
  await using child = await startUnder(scene, { call: 'fsync', fault: 'delay_exit=50000', path: walOf(scene) })
  const offers = await Promise.all(scene.custodians.map((custodianId) => scene.offer(child, custodianId)))
  expect(offers.map(({ answer }) => answer)).toEqual(offers.map(() => 'ok'))
  await child.kill()
  expect(await scene.examine()).toEqual([])
})
