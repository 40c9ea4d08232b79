import { expect, test } from 'vitest'
import { createKeyFile } from '../../server/vault/key-file.ts'
import { custodians } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { postgres } from '../store/engines/postgres.ts'
import { connect } from '../store/postgres/client.ts'
import { noPostgres } from '../store/postgres/programs.ts'
import { scrape } from './scrape.ts'

const metrics = { host: '127.0.0.1', port: 0 }
const active = 'strongroom_database_connections{state="active"}'
const idle = 'strongroom_database_connections{state="idle"}'
const waiting = 'strongroom_database_connections_waiting'

/** As many as a server has at most. */
const mostConnections = 16

test('connections to PostgreSQL are counted also while none is free, with what waits for one', async ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using folder = await temporaryFolder()
  const data = postgres.dataOf(folder.path)
  const keyFile = `${folder.path}/kek`
  createKeyFile(keyFile)
  const store = await data.open()
  await using open = new AsyncDisposableStack()
  open.defer(() => store.close())
  const server = open.use(await startTestServer({ metrics, keyFile }, { store }))
  const scraped = () => scrape(server.app.metricsUrl ?? '')
  expect((await scraped()).names, 'control').toContain(waiting)
  await expect.poll(async () => (await scraped()).value(waiting)).toBe(0)
  await using other = await connect(await data.url())
  await other.run('BEGIN; LOCK TABLE custodians IN ACCESS EXCLUSIVE MODE')
  const reads = Array.from({ length: mostConnections + 4 }, () =>
    store.findCustodian({ custodianId: custodians.copper, tenantId: null }),
  )
  const settled = Promise.allSettled(reads)
  const { value } = await scraped()
  expect(value(active)).toBe(mostConnections)
  expect(value(idle)).toBe(0)
  expect(value(waiting)).toBeGreaterThanOrEqual(4)
  await other.run('ROLLBACK')
  await settled
  await expect.poll(async () => (await scraped()).value(waiting)).toBe(0)
  await expect.poll(async () => (await scraped()).value(active)).toBeLessThan(mostConnections)
})

test('a server on a data folder has none of these metrics (control)', async () => {
  await using server = await startTestServer({ metrics })
  const { names } = await scrape(server.app.metricsUrl ?? '')
  expect([...names].filter((name) => name.startsWith('strongroom_database'))).toEqual([])
})
