import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchFault } from '../../cluster/fault-figures.ts'
import { type ClusterScene, type ClusterServer, setCluster } from '../../cluster/scene.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { brokenInvariants } from '../contract/invariants.ts'
import { connect } from './client.ts'
import { noPostgres } from './programs.ts'

beforeEach(({ skip }) => skip(noPostgres !== null, noPostgres ?? undefined))

type Held = {
  readonly what: string
  /** Holds it until its transaction ends. */
  readonly sql: string
  readonly asks: keyof ReturnType<typeof requestsTo>
}

const custodian = `/platform/admin/custodians/${custodians.copper}`

const held: readonly Held[] = [
  {
    what: 'the row of a custodian',
    sql: `SELECT FROM custodians WHERE custodian_id = ${custodians.copper} FOR UPDATE`,
    asks: 'rotate',
  },
  { what: 'the lock of all changes', sql: `SELECT FROM locks WHERE name = 'changes' FOR UPDATE`, asks: 'create' },
  { what: 'the end of the audit', sql: 'SELECT FROM audit_head FOR UPDATE', asks: 'create' },
  { what: 'a table that is read', sql: 'LOCK TABLE custodians IN ACCESS EXCLUSIVE MODE', asks: 'read' },
  { what: 'the versions of all that is cached', sql: 'LOCK TABLE installation IN ACCESS EXCLUSIVE MODE', asks: 'read' },
]

/** Each answers the status of one try. */
function requestsTo({ url }: ClusterServer, scene: ClusterScene, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = async (path: string, init?: RequestInit) => (await fetch(url + path, { ...init, headers })).status
  let created = 0
  return {
    read: () => send(custodian),
    create: () => {
      created += 1
      return send('/platform/admin/tenants', { method: 'POST', body: JSON.stringify({ name: `tenant ${created}` }) })
    },
    rotate: async () => {
      const body = JSON.stringify({ tenantId: tenants.first, ...(await scene.credentials()) })
      return send(`${custodian}/update_api_keys`, { method: 'PUT', body })
    },
  }
}

describe('what others keep waiting', () => {
  const open = new AsyncDisposableStack()
  let scene: ClusterScene
  let server: ClusterServer
  let requests: ReturnType<typeof requestsTo>
  beforeAll(async () => {
    if (noPostgres !== null) return
    scene = open.use(await setCluster())
    server = open.use(await scene.start('one', '--token-in-flight=0'))
    requests = requestsTo(server, scene, await scene.token())
  })
  afterAll(() => open[Symbol.asyncDispose]())

  test.for(held)(
    'while $what is held, requests that need it are refused; then they go on',
    async ({ what, sql, asks }, context) => {
      const figures = watchFault(context, `another transaction holds ${what}`)
      const isDone = (status: number) => status === 200 || status === 201
      await expect.poll(async () => isDone(await requests[asks]()), { message: 'control' }).toBe(true)
      await using other = await connect(scene.ownerUrl)
      await other.run('BEGIN')
      await other.run(sql)
      const refused = await Promise.all(Array.from({ length: 12 }, () => figures.answer(requests[asks]())))
      expect(refused).toEqual(refused.map(() => 503))
      await other.run('ROLLBACK')
      await figures.recovery(expect.poll(async () => isDone(await requests[asks]())).toBe(true))
      expect(await brokenInvariants(scene.data.truth)).toEqual([])
    },
  )

  test('a change whose statement takes too long is refused, and is not there', async (context) => {
    const figures = watchFault(context, 'a statement takes a minute')
    await using owner = await connect(scene.ownerUrl)
    await owner.run(`
      CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(60); RETURN NEW; END';
      CREATE TRIGGER slow BEFORE INSERT ON tenants FOR EACH ROW EXECUTE FUNCTION sleep()`)
    const before = await scene.data.truth.read('tenants')
    expect(await figures.answer(requests.create())).toBe(503)
    await owner.run('DROP TRIGGER slow ON tenants')
    expect(await scene.data.truth.read('tenants')).toEqual(before)
    expect(await requests.create(), 'control').toBe(201)
    expect(await brokenInvariants(scene.data.truth)).toEqual([])
  })
})
