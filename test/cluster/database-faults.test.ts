import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { brokenInvariants } from '../store/contract/invariants.ts'
import { type OwnCluster, startOwnCluster } from '../store/postgres/own-cluster.ts'
import { noPostgres, postgresPrograms } from '../store/postgres/programs.ts'
import { watchFault } from './fault-figures.ts'
import { type ClusterScene, type ClusterServer, setCluster } from './scene.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

type Scene = AsyncDisposable & {
  readonly database: OwnCluster
  readonly cluster: ClusterScene
  readonly server: ClusterServer
  readonly token: string
}

const unlimited = ['--token-in-flight=0', '--token-rate=0']

/** A server on a database server of its own, which may be stopped or run out of something. */
async function setScene(settings: readonly string[] = []): Promise<Scene> {
  if (!postgresPrograms) throw new Error(`${noPostgres}`)
  await using open = new AsyncDisposableStack()
  const folder = open.use(await temporaryFolder())
  const database = open.use(await startOwnCluster(folder.path, { programs: postgresPrograms, settings }))
  const cluster = open.use(await setCluster(database.url))
  const token = await cluster.token()
  const server = open.use(await cluster.start('one', ...unlimited))
  const owned = open.move()
  return { database, cluster, server, token, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const wallets = `/tenant/1/custodians/${custodians.copper}/wallets`
const custodian = `/platform/admin/custodians/${custodians.copper}`

const messageOf = async ({ url }: ClusterServer) => {
  const { error } = (await (await fetch(`${url}/readyz`)).json()) as { error: { message: string } | null }
  return error?.message
}
const readiness = async ({ url }: ClusterServer) => (await fetch(`${url}/readyz`)).status
const becomes = (server: ClusterServer, status: number) =>
  expect.poll(() => readiness(server), { timeout: 90_000 }).toBe(status)

/** Answers the status of one try. */
async function ask({ url }: ClusterServer, token: string, path: string): Promise<number> {
  return (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).status
}

async function rotateOnce({ url }: ClusterServer, token: string, credentials: PlainCredentials): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ tenantId: tenants.first, ...credentials })
  return (await fetch(`${url}${custodian}/update_api_keys`, { method: 'PUT', headers, body })).status
}

const ofLarge = async (server: ClusterServer, token: string, credentials: PlainCredentials) => {
  const path = `/platform/admin/custodians/${custodians.large}/update_api_keys`
  const body = JSON.stringify({ tenantId: tenants.second, ...credentials })
  return (await server.fetch(path, token, { method: 'PUT', body })).status
}

describe('a database that cannot do its work', () => {
  test('a thousand rotations of one custodian at two servers disturb neither reads nor another custodian', async (context) => {
    const figures = watchFault(context, 'a thousand clients rotate one custodian at two servers')
    await using scene = await setScene()
    const { cluster, server, token } = scene
    await using second = await cluster.start('two', ...unlimited)
    const servers = [server, second] as const
    const answered: number[] = []
    let isOver = false
    context.onTestFailed(() => {
      isOver = true
    })
    const storm = (await cluster.offers(1_000)).map(async (offer, place) => {
      do {
        answered.push(await rotateOnce(servers[place % 2 ? 1 : 0], token, offer))
        await sleep(100)
      } while (!isOver)
    })
    const others: number[] = []
    for (const each of servers) {
      others.push(await ofLarge(each, token, await cluster.credentials()))
      for (let read = 0; read < 5; read += 1)
        others.push(await figures.answer(ask(each, token, wallets)), await figures.answer(ask(each, token, custodian)))
    }
    isOver = true
    await Promise.all(storm)
    expect(answered, 'control: others had the custodian').toContain(409)
    expect(new Set(others)).toEqual(new Set([200]))
    expect(new Set(answered).isSubsetOf(new Set([200, 409, 503]))).toBe(true)
    expect(await server.rotate(token, await cluster.credentials()), 'the custodian rotates').toBe(200)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })

  test('while it stands still, requests are refused and the server is not ready; then both go on', async (context) => {
    const figures = watchFault(context, 'the database stands still')
    await using scene = await setScene()
    const { database, cluster, server, token } = scene
    expect(await ask(server, token, wallets), 'control').toBe(200)
    database.signal('SIGSTOP')
    try {
      for (const path of [wallets, custodian]) expect(await figures.answer(ask(server, token, path))).toBe(503)
      await becomes(server, 503)
      expect(await messageOf(server)).toMatch(/writes to the database fail \(\w+\). Check that it runs/)
    } finally {
      database.signal('SIGCONT')
    }
    await figures.recovery(becomes(server, 200))
    expect(await ask(server, token, wallets)).toBe(200)
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })

  test('while others have all its connections, requests are refused and the server is not ready; then both go on', async (context) => {
    const figures = watchFault(context, 'others have all connections of the database')
    await using scene = await setScene(['max_connections=40'])
    const { database, cluster, server, token } = scene
    {
      await using _ = await database.occupyConnections()
      for (const path of [wallets, custodian]) expect(await figures.answer(ask(server, token, path))).toBe(503)
      await becomes(server, 503)
    }
    await figures.recovery(becomes(server, 200))
    expect(await ask(server, token, wallets)).toBe(200)
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })
})
