import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PlainCredentials } from '../../../server/providers/provider.ts'
import { serving } from '../../cli/serving.ts'
import { type ClusterScene, setCluster } from '../../cluster/scene.ts'
import { strongroom } from '../../harness/cli.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { connect } from './client.ts'
import { nextSteps, writeNextVersion } from './next-version.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

const open = new AsyncDisposableStack()
let scene: ClusterScene
let next: string
let token: string
beforeAll(async () => {
  if (noPostgres !== null) return
  scene = open.use(await setCluster())
  token = await scene.token()
  next = await writeNextVersion(open.use(await temporaryFolder()).path)
})
afterAll(() => open[Symbol.asyncDispose]())

const pathOf = (rest: string) => `/platform/admin/custodians/${custodians.copper}/${rest}`
const reads = [
  `/platform/admin/custodians/${custodians.copper}`,

  pathOf('rotations'),
  '/platform/admin/tokens',
  '/platform/admin/audit?limit=5',
  `/tenant/1/custodians/${custodians.copper}/wallets`,
]

type Load = {
  /** The servers that requests go to, in turn; each request ends at the server it began at. */
  readonly origins: string[]
  /** Requests that were answered otherwise than they should be. */
  readonly faults: string[]
  /** Waits until so many more requests were answered. */
  pass(count: number): Promise<void>
  stop(): Promise<{ readonly answered: number; readonly rotated: number }>
}

/** Readers, and one who rotates with these credentials, until it is stopped. */
function putLoad(first: readonly string[], offers: readonly PlainCredentials[]): Load {
  const origins = [...first]
  const faults: string[] = []
  const sent = { answered: 0, rotated: 0 }
  const stopped = new AbortController()
  const ask = async (turn: number, path: string, init?: RequestInit) => {
    const origin = origins[turn % origins.length]
    const headers = { authorization: `Bearer ${token}`, ...(init?.body && { 'content-type': 'application/json' }) }
    const { status } = await fetch(origin + path, { ...init, headers }).catch(({ cause }: Error) => ({
      status: `${cause}`,
    }))
    if (status !== 200) faults.push(`${init?.method ?? 'GET'} ${path}: ${status}`)
    sent.answered += 1
    await sleep(5)
  }
  const read = async (path: string) => {
    for (let turn = 0; !stopped.signal.aborted; turn += 1) await ask(turn, path)
  }
  const rotate = async () => {
    for (const [turn, offer] of offers.entries()) {
      if (stopped.signal.aborted) return
      const body = JSON.stringify({ tenantId: tenants.first, ...offer })
      await ask(turn, pathOf('update_api_keys'), { method: 'PUT', body })
      sent.rotated += 1
    }
  }
  const work = [...reads.map(read), rotate()]
  return {
    origins,
    faults,
    async pass(count) {
      const until = sent.answered + count
      await expect.poll(() => sent.answered, { timeout: 60_000 }).toBeGreaterThan(until)
    },
    async stop() {
      stopped.abort()
      await Promise.all(work)
      return sent
    },
  }
}

/** Serves with the program of the next version, in the folder of that server. */
async function startNext(name: string) {
  const args = ['serve', ...scene.optionsOf(name), '--port', '0', '--json']
  const server = await serving(args, { program: next })
  return { ...server, url: (JSON.parse(server.greeting) as { url: string }).url }
}

const migrateToNext = () =>
  strongroom(
    ['store', 'migrate', ...scene.optionsOf('admin').filter((option) => option.startsWith('--store')), '--json'],
    {
      program: next,
    },
  )

test('two versions serve together through a whole migration, and no request fails', { timeout: 240_000 }, async () => {
  const offers = await scene.offers(400)
  await using one = await scene.start('one')
  await using other = await scene.start('other')
  const load = putLoad([one.url, other.url], offers)
  await load.pass(50)
  const early = JSON.parse((await migrateToNext()).stdout)
  expect(early, 'what this version uses stays').toEqual({
    schema: nextSteps.removes,
    serviceRole: null,
    waiting: [{ step: nextSteps.removes, servers: expect.arrayContaining([expect.any(String), expect.any(String)]) }],
  })
  await load.pass(50)
  await using again = await scene.start('again')
  load.origins.push(again.url)
  await load.pass(50)
  for (const [name, old] of Object.entries({ one, other, again })) {
    load.origins.splice(load.origins.indexOf(old.url), 1)
    await load.pass(20)
    expect((await old.stop()).status).toBe(0)
    const server = open.use(await startNext(name))
    load.origins.push(server.url)
    await load.pass(50)
  }
  const late = JSON.parse((await migrateToNext()).stdout)
  expect(late.waiting).toEqual([])
  await load.pass(50)
  expect(load.faults).toEqual([])
  const { rotated } = await load.stop()
  expect(rotated).toBeGreaterThan(10)
  expect((await scene.data.truth.read('rotations')).filter(({ outcome }) => outcome === 'stored')).toHaveLength(rotated)
  expect(await brokenInvariants(scene.data.truth)).toEqual([])
  const { status, stderr } = await scene.run('late', 'serve', '--port', '0')
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('newer version') })
})

test('control: what is taken away from servers that use it makes requests fail', async () => {
  await using server = await startNext('control')
  const load = putLoad([server.url], [])
  await load.pass(20)
  expect(load.faults).toEqual([])
  await using client = await connect(scene.ownerUrl)
  await client.run('ALTER TABLE rotations RENAME COLUMN outcome TO result')
  await load.pass(20)
  await client.run('ALTER TABLE rotations RENAME COLUMN result TO outcome')
  await load.stop()
  expect(load.faults.length).toBeGreaterThan(0)
})
