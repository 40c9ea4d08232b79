import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { SqlQuery } from '../../../server/store/postgres/connection.ts'
import { createVersionedReads } from '../../../server/store/postgres/versioned-reads.ts'
import { mostInFlight, watchVersions } from '../../../server/store/postgres/versions.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { until } from '../../harness/until.ts'
import { by, install } from '../contract/installation.ts'
import { postgres } from '../engines/postgres.ts'
import { noPostgres } from './programs.ts'

const listing = { custodianId: custodians.copper, tenantId: tenants.first, onlyActive: true }
/** More than a server has connections. */
const writers = 20

test('what is cached is answered while writes hold all connections', async ({ skip }) => {
  skip(noPostgres !== null, noPostgres ?? undefined)
  await using place = await install(postgres)
  const { store } = place
  const cached = await store.walletListing(listing)
  const order: string[] = []
  const held = await place.data.holdWrites()
  const writes = Array.from({ length: writers }, () => store.recordAudit({ kind: 'data.imported', ...by() }))
  const other = store.findTenant(tenants.first).then(() => order.push('another read'))
  expect(await store.walletListing(listing)).toBe(cached)
  order.push('cached')
  await held[Symbol.asyncDispose]()
  await other
  await Promise.allSettled(writes)
  expect(order, 'control: the read that was asked first waits for a connection').toEqual(['cached', 'another read'])
})

const versions = { tokens: 1n, wallets: 1n, networks: 1n, ledger: 1n, assets: 1n, timeline: '00000001', head: 0n }
/** Of a server that has acknowledged none. */
const noRecords = { acknowledged: () => 0n, verify: async () => {} }

/** A database that answers when the test lets it. */
function createSlowDatabase() {
  const waiting: (() => void)[] = []
  let asked = 0n
  const query = async () => {
    asked += 1n
    const wallets = asked
    await new Promise<void>((resolve) => waiting.push(resolve))
    return [{ ...versions, wallets, now: BigInt(Date.now()) }]
  }
  return { query: query as unknown as SqlQuery, waiting }
}

test('what is asked while questions wait for their answers shares the next, which is sent after all of it', async () => {
  const { query, waiting } = createSlowDatabase()
  const watch = watchVersions(query, noRecords)
  const walletsOf = async () => (await watch.read()).wallets
  const first = walletsOf()
  await until(() => waiting.length === 1)
  const second = walletsOf()
  await until(() => waiting.length === mostInFlight)
  const early = walletsOf()
  await nextTurn()
  await nextTurn()
  const late = walletsOf()
  expect(waiting, 'no more are sent').toHaveLength(mostInFlight)
  waiting.shift()?.()
  expect(await first).toBe(1n)
  await until(() => waiting.length === mostInFlight)
  for (const answer of waiting.splice(0)) answer()
  expect([await second, await early, await late]).toEqual([2n, 3n, 3n])
})

test('the same numbers on another timeline are another state of the data', async () => {
  let timeline = '00000001'
  const query = async () => [{ ...versions, timeline, now: BigInt(Date.now()) }]
  const watch = watchVersions(query as unknown as SqlQuery, noRecords)
  const reads = createVersionedReads(watch, 10)
  const read = () =>
    reads.get({
      key: 'a listing',
      scope: ({ wallets }) => `${wallets}`,
      version: async () => '1',
      build: async () => ({ value: { timeline }, version: '1' }),
    })
  const before = await read()
  const { tokens } = await watch.read()
  expect(await read(), 'control').toBe(before)
  expect((await watch.read()).tokens, 'control').toBe(tokens)
  timeline = '00000002'
  expect(await read()).toEqual({ timeline })
  expect((await watch.read()).tokens).not.toBe(tokens)
})

test('a request that was not answered in time asks no second question, which it would wait for as long again', async () => {
  const { query, waiting } = createSlowDatabase()
  const watch = watchVersions(query, noRecords)
  const unanswered = { cause: 'unreachable' }
  await expect(watch.read()).rejects.toMatchObject(unanswered)
  await expect(watch.read()).rejects.toMatchObject(unanswered)
  expect(waiting).toHaveLength(1)
  for (const answer of waiting) answer()
})
