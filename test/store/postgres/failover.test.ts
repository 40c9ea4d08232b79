import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect as connectSocket, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { findPrimary } from '../../../server/store/postgres/primary.ts'
import { watchFault } from '../../cluster/fault-figures.ts'
import { type ClusterScene, type ClusterServer, setCluster } from '../../cluster/scene.ts'
import { freePort } from '../../harness/free-port.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { connect } from './client.ts'
import { debianPrograms } from './programs.ts'
import { type Node, type Pair, startPair } from './standby.ts'

const noDebian = "Debian's postgresql, whose pg_basebackup makes standbys, is not installed"
beforeEach(({ skip }) => skip(debianPrograms === null, noDebian))

type Scene = AsyncDisposable & { readonly pair: Pair; readonly cluster: ClusterScene; readonly token: string }

/** A primary with a synchronous standby, which has all that was acknowledged. */
async function setScene(): Promise<Scene> {
  if (!debianPrograms) throw new Error(noDebian)
  await using open = new AsyncDisposableStack()
  const folders = [open.use(await temporaryFolder()).path, open.use(await temporaryFolder()).path] as const
  const pair = open.use(await startPair(folders, debianPrograms))
  const cluster = open.use(await setCluster(pair.address.url))
  const token = await cluster.token()
  await pair.primary.configure(['synchronous_standby_names=*'])
  const owned = open.move()
  return { pair, cluster, token, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const becomes = (server: ClusterServer, status: number) =>
  expect.poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 60_000 }).toBe(status)

/** Answers the status of one try. */
async function rotateOnce({ url }: ClusterServer, { cluster, token }: Scene): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ tenantId: tenants.first, ...(await cluster.credentials()) })
  const path = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
  return (await fetch(url + path, { method: 'PUT', headers, body })).status
}

const versionAt = async ({ url }: Node) => {
  await using client = await connect(url)
  const sql = `SELECT credential_version AS version FROM custodians WHERE custodian_id = ${custodians.copper}`
  return Number((await client.run(sql)).rows[0].version)
}

const hostOf = ({ url }: Node) => new URL(url).host

describe('a URL with several hosts', () => {
  test('servers find the primary among them, and after a failover the new one, without a restart', async (context) => {
    const figures = watchFault(context, 'the primary is killed; a URL with several hosts')
    await using scene = await setScene()
    const { pair, cluster, token } = scene
    const hosts = [pair.standby, pair.primary].map(hostOf)
    const store = `--store=postgres://owner@${hosts}/postgres?target_session_attrs=read-write`
    await using one = await cluster.start('one', store)
    await using other = await cluster.start('other', store)
    for (const server of [one, other])
      expect(await server.rotate(token, await cluster.credentials()), 'control: the first host is a standby').toBe(200)
    await pair.primary.kill()
    for (const server of [one, other]) expect(await figures.answer(rotateOnce(server, scene))).toBe(503)
    await pair.standby.promote()
    pair.address.leadTo(pair.standby)
    for (const server of [one, other]) {
      await figures.recovery(becomes(server, 200))
      expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    }
    expect(await versionAt(pair.standby)).toBe(4)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })

  test('a primary that comes back after another took over from it gets no writes, though it takes them', async (context) => {
    const figures = watchFault(context, 'a former primary takes writes, and the new one is killed')
    await using scene = await setScene()
    const { pair, cluster, token } = scene
    const store = `--store=postgres://owner@${[pair.primary, pair.standby].map(hostOf)}/postgres`
    await using server = await cluster.start('one', store)
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    await pair.primary.kill()
    await pair.standby.promote()
    pair.address.leadTo(pair.standby)
    await becomes(server, 200)
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    await pair.primary.configure([], { isRunning: false })
    await pair.primary.start()
    await pair.standby.kill()
    {
      await using client = await connect(pair.primary.url)
      await client.run('CREATE TABLE taken (text text)')
    }
    await becomes(server, 503)
    expect(await figures.answer(rotateOnce(server, scene))).toBe(503)
    expect(await versionAt(pair.primary)).toBe(1)
    await pair.standby.start()
    await figures.recovery(becomes(server, 200))
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await versionAt(pair.standby)).toBe(3)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })
})

/** The only way to a database, at an address of the loopback network. */
async function listenFor({ url }: Pick<Node, 'url'>, address: { readonly host: string; readonly port: number }) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isGone = false
  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}))
    if (isGone) return
    const database = connectSocket(Number(port), hostname)
    sockets.add(database.on('error', () => {}))
    client.pipe(database).pipe(client)
    for (const [end, opposite] of [
      [client, database],
      [database, client],
    ] as const)
      end.on('close', () => opposite.destroy())
  }).listen(address.port, address.host)
  await once(server, 'listening')
  return {
    /** From now on nothing answers there, as where a machine lost its network. */
    vanish() {
      isGone = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** In place of a name server, for the servers with this environment: `db.test` leads to what is said last. */
function nameIn(folder: string) {
  const file = join(folder, 'addresses')
  return {
    leadTo: (...addresses: readonly string[]) => writeFileSync(file, addresses.join(',')),
    env: {
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'names-preload.ts')}`,
      STRONGROOM_TEST_NAME: 'db.test',
      STRONGROOM_TEST_ADDRESS_FILE: file,
    },
  }
}

describe('a name that leads to the primary', () => {
  test('after a failover it leads servers to the new one without a restart, also where the old one just vanished', async (context) => {
    const figures = watchFault(context, 'the primary vanishes and its name moves; no name server answers meanwhile')
    await using scene = await setScene()
    const { pair, cluster, token } = scene
    await using folder = await temporaryFolder()
    const { leadTo, env } = nameIn(folder.path)
    const port = await freePort()
    await using old = await listenFor(pair.primary, { host: '127.0.0.2', port })
    await using _ = await listenFor(pair.standby, { host: '127.0.0.3', port })
    leadTo('127.0.0.2')
    const store = `--store=postgres://owner@db.test:${port}/postgres?sslmode=disable`
    await using server = await cluster.startIn(env, 'one', store)
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    old.vanish()
    leadTo()
    expect(await figures.answer(rotateOnce(server, scene))).toBe(503)
    await becomes(server, 503)
    expect(await figures.answer(rotateOnce(server, scene)), 'control: its name leads nowhere').toBe(503)
    await pair.primary.kill()
    await pair.standby.promote()
    pair.address.leadTo(pair.standby)
    leadTo('127.0.0.3')
    await figures.recovery(becomes(server, 200))
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await versionAt(pair.standby)).toBe(2)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })
})

describe('a name with several addresses', () => {
  const storeAt = (port: number) => `--store=postgres://owner@db.test:${port}/postgres?sslmode=disable`

  test('leads to the primary behind it, and after a failover to the new one, without a change of the name', async () => {
    await using scene = await setScene()
    const { pair, cluster, token } = scene
    await using folder = await temporaryFolder()
    const { leadTo, env } = nameIn(folder.path)
    const port = await freePort()
    await using _standby = await listenFor(pair.standby, { host: '127.0.0.2', port })
    await using primary = await listenFor(pair.primary, { host: '127.0.0.3', port })
    leadTo('127.0.0.2')
    expect((await cluster.startIn(env, 'one', storeAt(port))).greeting, 'control').toContain('it is a standby')
    leadTo('127.0.0.2', '127.0.0.3')
    await using server = await cluster.startIn(env, 'one', storeAt(port))
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    primary.vanish()
    await pair.primary.kill()
    await pair.standby.promote()
    pair.address.leadTo(pair.standby)
    await becomes(server, 200)
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await versionAt(pair.standby)).toBe(2)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })

  test('is used where nothing answers at the first one, or nothing listens there', async () => {
    await using cluster = await setCluster()
    await using folder = await temporaryFolder()
    const { leadTo, env } = nameIn(folder.path)
    const port = await freePort()
    const { pathname } = new URL(cluster.ownerUrl)
    const store = storeAt(port).replace('/postgres?', `${pathname}?`)
    await using _database = await listenFor({ url: cluster.ownerUrl }, { host: '127.0.0.3', port })
    await using silent = await listenFor({ url: cluster.ownerUrl }, { host: '127.0.0.2', port })
    silent.vanish()
    leadTo('127.0.0.2')
    expect((await cluster.startIn(env, 'one', store)).greeting, 'control').toContain('it cannot be reached')
    for (const first of ['127.0.0.2', '127.0.0.1']) {
      leadTo(first, '127.0.0.3')
      await using server = await cluster.startIn(env, 'one', store)
      expect(await server.rotate(await cluster.token(), await cluster.credentials())).toBe(200)
    }
  })
})

test('once a connection leads to a newer primary, those made before are used no more', async () => {
  const found = findPrimary([{ host: 'localhost', port: 5432 }], 1_000)
  const connectionTo = (timeline: string) =>
    Object.assign(new found.Client(), { query: async () => ({ rows: [{ is_standby: false, timeline }] }) })
  const before = connectionTo('00000001')
  const same = connectionTo('00000001')
  const newer = connectionTo('00000002')
  await found.assertPrimary(before)
  await found.assertPrimary(same)
  expect([before, same].map(found.isCurrent)).toEqual([true, true])
  await found.assertPrimary(newer)
  expect([before, same, newer].map(found.isCurrent)).toEqual([false, false, true])
  await expect(found.assertPrimary(connectionTo('00000001'))).rejects.toThrow('another primary has taken over')
})
