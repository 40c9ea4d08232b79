import { beforeEach, describe, expect, test } from 'vitest'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { brokenInvariants } from '../store/contract/invariants.ts'
import { debianPrograms } from '../store/postgres/programs.ts'
import { type Pair, startPair } from '../store/postgres/standby.ts'
import { watchFault } from './fault-figures.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

const noDebian = "Debian's postgresql, whose pg_basebackup makes standbys, is not installed"
beforeEach(({ skip }) => skip(debianPrograms === null, noDebian))

type Scene = AsyncDisposable & {
  readonly pair: Pair
  readonly cluster: ClusterScene
  readonly token: string
  readonly servers: readonly [ClusterServer, ClusterServer]
}

const synchronous = ['synchronous_standby_names=*']

/** Two servers that reach a primary, or later its standby, at one address. */
async function setScene(): Promise<Scene> {
  if (!debianPrograms) throw new Error(noDebian)
  await using open = new AsyncDisposableStack()
  const folders = [open.use(await temporaryFolder()).path, open.use(await temporaryFolder()).path] as const
  const pair = open.use(await startPair(folders, debianPrograms))
  const cluster = open.use(await setCluster(pair.address.url))
  const token = await cluster.token()
  const servers = [open.use(await cluster.start('one')), open.use(await cluster.start('other'))] as const
  const owned = open.move()
  return { pair, cluster, token, servers, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const readiness = async ({ url }: ClusterServer) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, text: await answer.text() }
}
const untilReady = (server: ClusterServer) =>
  expect.poll(async () => (await readiness(server)).status, { timeout: 90_000 }).toBe(200)

/** Answers the status of one try. */
async function once({ url }: ClusterServer, token: string, credentials: PlainCredentials): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ tenantId: tenants.first, ...credentials })
  const path = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
  return (await fetch(url + path, { method: 'PUT', headers, body })).status
}

const versionNow = async ({ data }: ClusterScene) =>
  (await data.truth.read('custodians')).find(({ custodianId }) => custodianId === custodians.copper)?.version ?? 0

describe('when the primary is lost', () => {
  test('a synchronous standby has all that was acknowledged, and the servers go on without a restart', async (context) => {
    const figures = watchFault(context, 'the primary is killed; its address moves to the synchronous standby')
    await using scene = await setScene()
    const { pair, cluster, token, servers } = scene
    await pair.primary.configure(synchronous)
    let acknowledged = 0
    let isLost = false
    const rotating = servers.map(async (server) => {
      for (const offer of await cluster.offers(200)) {
        if (isLost) return
        const status = await server.rotate(token, offer).catch(() => 0)
        if (status === 200) acknowledged += 1
      }
    })
    await expect.poll(() => acknowledged, { timeout: 60_000 }).toBeGreaterThan(5)
    await pair.primary.kill()
    isLost = true
    await pair.standby.promote()
    pair.address.leadTo(pair.standby)
    await Promise.all(rotating)
    for (const server of servers) await figures.recovery(untilReady(server))
    expect(await versionNow(cluster)).toBeGreaterThanOrEqual(acknowledged)
    const open = async () => (await cluster.data.truth.read('rotations')).filter(({ outcome }) => outcome === null)
    await expect.poll(open, { timeout: 60_000 }).toEqual([])
    for (const server of servers) expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })

  test('an asynchronous standby that was behind: every server refuses it, and names the record that it misses', async () => {
    await using scene = await setScene()
    const { pair, cluster, token, servers } = scene
    await pair.standby.kill()
    for (const server of servers) expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    for (const server of servers) expect((await readiness(server)).status, 'control').toBe(200)
    await pair.primary.kill()
    await pair.standby.start()
    await pair.standby.promote()
    pair.address.leadTo(pair.standby)
    pair.address.cut()
    const missed = /the database does not have record \d+ of the audit, which this server acknowledged/
    for (const server of servers) {
      await expect
        .poll(
          () =>
            readiness(server)
              .then(({ status }) => status)
              .catch(() => 0),
          { timeout: 60_000 },
        )
        .not.toBe(200)
      expect((await server.stop()).stderr).toMatch(missed)
    }
    for (const name of ['one', 'other']) {
      const { status, stderr } = await cluster.run(name, 'serve', '--port', '0')
      expect(status).toBe(1)
      expect(stderr).toMatch(missed)
    }
  })
})

const wallet = '/platform/admin/wallets/201'

describe('a database that takes no writes', () => {
  test('a standby in the place of the primary is not ready; once the address leads to the primary, servers go on', async (context) => {
    const figures = watchFault(context, 'the address leads to a standby')
    await using scene = await setScene()
    const { pair, cluster, token, servers } = scene
    pair.address.leadTo(pair.standby)
    pair.address.cut()
    for (const server of servers)
      await expect.poll(async () => (await readiness(server)).status, { timeout: 60_000 }).toBe(503)
    const offer = await cluster.credentials()
    expect(await figures.answer(once(servers[0], token, offer))).toBe(503)
    pair.address.leadTo(pair.primary)
    for (const server of servers) {
      await figures.recovery(untilReady(server))
      expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    }
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })

  test('what only the primary has, though a synchronous standby must have it, is no success', async (context) => {
    const figures = watchFault(context, 'the synchronous standby is away')
    await using scene = await setScene()
    const { pair, cluster, token, servers } = scene
    const [server] = servers
    await pair.primary.configure(synchronous)
    const headers = { 'if-match': '"1"', 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const change = async () => {
      const init = { method: 'PATCH', headers, body: '{"label":"only local"}' }
      const answer = await fetch(`${server.url}${wallet}`, init)
      const { error } = (await answer.json()) as { readonly error: { readonly code: string } | null }
      return { status: answer.status, code: error?.code }
    }
    await pair.standby.kill()
    expect(await figures.answer(change())).toEqual({ status: 500, code: 'OutcomeUnknown' })
    const offer = await cluster.credentials()
    expect(await figures.answer(once(server, token, offer))).toBe(503)
    expect((await readiness(server)).status).toBe(503)
    const [changed] = (await cluster.data.truth.read('wallets')).filter(({ walletId }) => walletId === '201')
    expect(changed?.metadataJson, 'control: it was committed locally').toContain('only local')
    await pair.standby.start()
    await figures.recovery(untilReady(server))
    expect(await change(), 'it is there').toMatchObject({ status: 412 })
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })
})
