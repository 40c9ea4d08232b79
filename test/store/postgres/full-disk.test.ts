import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { watchFault } from '../../cluster/fault-figures.ts'
import { type ClusterScene, type ClusterServer, setCluster } from '../../cluster/scene.ts'
import { mountProblem, mountSmall } from '../../faults/small-disk.ts'
import { custodians } from '../../harness/seed.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { connect } from './client.ts'
import { type OwnCluster, startOwnCluster } from './own-cluster.ts'
import { noPostgres, postgresPrograms } from './programs.ts'

const problem = noPostgres ?? mountProblem
beforeEach(({ skip }) => skip(problem !== null, problem ?? undefined))

type Scene = AsyncDisposable & {
  /** The mount point of a small disk. */
  readonly disk: string
  readonly database: OwnCluster
  readonly cluster: ClusterScene
  readonly server: ClusterServer
  readonly token: string
}

type Options = {
  readonly megabytes: number
  readonly settings?: readonly string[]
  /** Puts something of the database on the small disk; answers the URL of the database to use. */
  place(database: OwnCluster, disk: string): Promise<string>
}

async function setScene({ megabytes, settings = [], place }: Options): Promise<Scene> {
  if (!postgresPrograms) throw new Error(`${noPostgres}`)
  await using open = new AsyncDisposableStack()
  const small = open.use(await temporaryFolder())
  const disk = join(small.path, 'small')
  open.use(mountSmall(disk, { megabytes, mode: '0755' }))
  const folder = open.use(await temporaryFolder())
  const database = open.use(await startOwnCluster(folder.path, { programs: postgresPrograms, settings }))
  const cluster = open.use(await setCluster(await place(database, disk)))
  const token = await cluster.token()
  const server = open.use(await cluster.start('one', '--token-in-flight=0', '--token-rate=0'))
  const owned = open.move()
  return { disk, database, cluster, server, token, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const readiness = async ({ url }: ClusterServer) => (await fetch(`${url}/readyz`)).status
const becomes = (server: ClusterServer, status: number) =>
  expect.poll(() => readiness(server), { timeout: 90_000 }).toBe(status)

const wallets = `/tenant/1/custodians/${custodians.copper}/wallets`

/** Creates tenants with long names; each answers the code of its failure. */
function createTenants({ url }: ClusterServer, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  let created = 0
  return async (): Promise<string> => {
    created += 1
    const init = { method: 'POST', headers, body: JSON.stringify({ name: `${created} ${'x'.repeat(180)}` }) }
    const answer = await fetch(`${url}/platform/admin/tenants`, init)
    return ((await answer.json()) as { error: { code: string } | null }).error?.code ?? 'created'
  }
}

describe('a full disk of a database', () => {
  test('changes are refused and the server is not ready until there is room again; reads are answered', async (context) => {
    const figures = watchFault(context, 'the disk of the tables is full')
    await using scene = await setScene({ megabytes: 64, place: (owner, folder) => owner.createOn(folder) })
    const { database, cluster, server, token } = scene
    const create = createTenants(server, token)
    const filled = await database.fillDisk(cluster.ownerUrl)
    await expect.poll(() => figures.answer(create()), { timeout: 90_000, interval: 0 }).toBe('StorageFull')
    const answer = await fetch(server.url + wallets, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(200)
    await using client = await connect(cluster.ownerUrl)
    for (let look = 0; look < 5; look += 1) {
      expect(await readiness(server), 'it is not ready early').toBe(503)
      await client.run('UPDATE write_tests SET at = at')
      await sleep(1_100)
    }
    await filled.undo()
    await figures.recovery(becomes(server, 200))
    await expect.poll(create, { timeout: 90_000 }).toBe('created')
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })

  test('where its log has no room it ends; servers are not ready until it is back, with all that was acknowledged', async (context) => {
    const figures = watchFault(context, 'the disk of the log is full, and the database ends')
    const place: Options['place'] = async (owner, folder) => {
      await owner.moveLogTo(folder)
      return owner.url
    }
    const settings = ['fsync=on', 'synchronous_commit=on', 'min_wal_size=32MB', 'max_wal_size=32MB']
    await using scene = await setScene({ megabytes: 96, settings, place })
    const { disk, database, cluster, server, token } = scene
    const create = createTenants(server, token)
    const filler = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
    let acknowledged = 0
    const fillLog = async () => {
      const code = await create().catch(() => 'no answer')
      if (code === 'created') acknowledged += 1
      await database.switchLog().catch(() => {})
      return code
    }
    await expect.poll(fillLog, { timeout: 90_000, interval: 0 }).not.toBe('created')
    await becomes(server, 503)
    await expect(connect(database.url), 'control: the database takes no connections').rejects.toThrow()
    expect(await figures.answer(create())).not.toBe('created')
    rmSync(filler)
    await database.untilBack()
    await figures.recovery(becomes(server, 200))
    const names = (await cluster.data.truth.read('tenants')).filter(({ name }) => name.endsWith('x'.repeat(180)))
    expect(names.length).toBeGreaterThanOrEqual(acknowledged)
    expect(await server.rotate(token, await cluster.credentials())).toBe(200)
    expect(await brokenInvariants(cluster.data.truth)).toEqual([])
  })
})
