import { expect, test } from 'vitest'
import { configOf } from '../../server/config.ts'
import { openDataFolder } from '../../server/data-folder.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import type { Store } from '../../server/store/store.ts'
import { StoreError } from '../../server/store/store-error.ts'
import { type Answer, operatorAt } from '../harness/operator.ts'
import { seed } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { makeFolder, startWithStore } from './setup.ts'

const underKey = { headers: { 'idempotency-key': 'night-1' } }
const idOf = ({ headers }: Answer) => headers.get('rotation-id')

const full = new StoreError('full', 'SQLITE_FULL', 'database or disk is full')
const commitFailed = new StoreError('unknown-outcome', 'SQLITE_IOERR_FSYNC', 'disk I/O error')

test.each([
  ['is down', '502-html', 'ProviderUnavailable'],
  ['throttles', 'throttled-retry-after', 'ProviderUnavailable'],
  ['resets the connection', 'reset', 'ProviderUnavailable'],
] as const)(
  'after a provider that %s, the same request with the same Idempotency-Key runs again',
  async (_, mode, code) => {
    await using server = await startTestServer()
    const operator = await operatorAt(server)
    const credentials = await server.credentials('copper', { mode })
    const failed = await operator.rotate(credentials, underKey)
    expect(failed.body.error?.code).toBe(code)
    const again = await operator.rotate(credentials, underKey)
    expect(again.body.error?.code).toBe(code)
    server.simulator.setMode(credentials.apiKey, 'ok')
    const stored = await operator.rotate(credentials, underKey)
    expect(stored.status).toBe(200)
    const replayed = await operator.rotate(credentials, underKey)
    expect([replayed.status, idOf(replayed)], 'a stored rotation is final').toEqual([200, idOf(stored)])
    expect(await operator.rotations(), 'each names the one that it retries').toMatchObject([
      { rotationId: idOf(stored), outcome: 'stored', retryOf: idOf(again) },
      { rotationId: idOf(again), outcome: 'failed', retryOf: idOf(failed) },
      { rotationId: idOf(failed), outcome: 'failed', retryOf: null },
    ])
    const { records } = await server.trpc(operator.token).audit.list.query({ kind: 'rotation.intended' })
    expect(records.map(({ details }) => details.retryOf)).toEqual([idOf(again), idOf(failed), undefined])
  },
)

test.each([
  ['there was no room for the new keys', { completeRotation: full }, 'StorageFull', 'failed'],
  [
    'the commit of the new keys failed and was undone',
    { completeRotation: commitFailed },
    'AuditUnavailable',
    'voided',
  ],
  ['a bug stood in the way', { completeRotation: new TypeError('planted') }, 'UnexpectedError', 'failed'],
] as const)(
  'when %s, the same request with the same Idempotency-Key runs again',
  async (_, faults, ...[code, outcome]) => {
    const left: Partial<Record<keyof Store, Error>> = { ...faults }
    const change = (store: Store) =>
      Object.fromEntries((Object.keys(faults) as (keyof Store)[]).map((name) => [name, failingOnce(store, name, left)]))
    await using server = await startWithStore(change)
    const operator = await operatorAt(server)
    const credentials = await server.credentials('copper')
    const failed = await operator.rotate(credentials, underKey)
    expect(failed.body.error?.code).toBe(code)
    const stored = await operator.rotate(credentials, underKey)
    expect(stored.status).toBe(200)
    expect(await operator.rotations()).toMatchObject([
      { outcome: 'stored', retryOf: idOf(failed) },
      { outcome, retryOf: null },
    ])
    expect(await operator.custodian()).toMatchObject({ credentialVersion: 1 })
  },
)

/** Rejects the first call, and does its work from then on. */
function failingOnce(store: Store, name: keyof Store, left: Partial<Record<keyof Store, Error>>) {
  const work = store[name] as (input: unknown) => Promise<unknown>
  return async (input: unknown) => {
    const error = left[name]
    delete left[name]
    if (error) throw error
    return work(input)
  }
}

test.each([
  ['wrong keys', 'wrong-signature'],
  ['a missing right', 'no-permission'],
] as const)(
  'a rejection for %s is final: the same request gets the same answer and the provider is not contacted',
  async (_, mode) => {
    await using server = await startTestServer()
    const operator = await operatorAt(server)
    const credentials = await server.credentials('copper', { mode })
    const refused = await operator.rotate(credentials, underKey)
    expect(refused.status).toBe(400)
    server.simulator.setMode(credentials.apiKey, 'ok')
    const asked = server.simulator.counters.total()
    const again = await operator.rotate(credentials, underKey)
    expect([again.body, idOf(again)]).toEqual([refused.body, idOf(refused)])
    expect(server.simulator.counters.total()).toBe(asked)
  },
)

test('after a transient failure the Idempotency-Key still belongs to that request alone', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  expect((await operator.rotate(await server.credentials('copper', { mode: '500' }), underKey)).status).toBe(500)
  const other = await operator.rotate(await server.credentials('copper'), underKey)
  expect(other.body.error?.code).toBe('IdempotencyMismatch')
  expect(await operator.custodian()).toMatchObject({ credentialVersion: 0 })
})

test('a retry while the previous retry is in flight is answered 409 with its rotation ID', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper', { mode: '500' })
  await operator.rotate(credentials, underKey)
  server.simulator.setMode(credentials.apiKey, 'ok')
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  server.simulator.onRequest(() => {
    asked.resolve()
    return free.promise
  })
  const open = operator.rotate(credentials, underKey)
  await asked.promise
  const early = await operator.rotate(credentials, underKey)
  free.resolve()
  expect(early.body.error?.code).toBe('RotationInProgress')
  expect(idOf(early)).toBe(idOf(await open))
})

test('keys beyond their attempt budget are not sent to the provider, with any Idempotency-Key', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper', { mode: 'wrong-signature' })
  for (const key of ['1', '2', '3'])
    expect((await operator.rotate(credentials, { headers: { 'idempotency-key': key } })).status).toBe(400)
  const asked = server.simulator.counters.total()
  for (let times = 0; times < 2; times += 1) {
    const answer = await operator.rotate(credentials, { headers: { 'idempotency-key': '4' } })
    expect(answer.body.error?.code).toBe('TooManyRequests')
  }
  expect(server.simulator.counters.total()).toBe(asked)
})

/** A server on the folder whose commit of new keys fails, though it may have come true, and cannot be undone. */
async function startUndecided({ dataDir, comesTrue }: { dataDir: string; comesTrue: boolean }): Promise<TestServer> {
  const store = await openDataFolder(configOf({ dataDir }))
  await seed(store)
  const undecided: Partial<Store> = {
    completeRotation: async (completion) => {
      if (comesTrue) await store.completeRotation(completion)
      throw commitFailed
    },
    endRotation: () => Promise.reject(commitFailed),
  }
  const server = await startTestServer({ dataDir }, { store: { ...store, ...undecided } })
  const stop = () => server[Symbol.asyncDispose]().then(store.close)
  return { ...server, [Symbol.asyncDispose]: stop }
}

test.each([
  ['had been stored', true],
  ['had not been stored', false],
] as const)(
  'after an unknown outcome that %s, a retry finds that out and never rotates twice',
  async (_, comesTrue) => {
    await using folder = await makeFolder()
    const { credentials, key } = await issueCredentials('copper')
    let token = ''
    let first = null as Answer | null
    {
      await using server = await startUndecided({ ...folder, comesTrue })
      server.simulator.addKey(key)
      token = await server.token()
      first = await (await operatorAt(server, token)).rotate(credentials, underKey)
      const stopped = await (await operatorAt(server, token)).rotate(credentials, underKey)
      expect(stopped.status, 'before the server has stopped').toBe(comesTrue ? 200 : 409)
    }
    await using next = await startTestServer(folder)
    next.simulator.addKey(key)
    const operator = await operatorAt(next, token)
    const retried = await operator.rotate(credentials, underKey)
    expect(retried.status).toBe(200)
    expect(idOf(retried) === idOf(first), 'the same rotation').toBe(comesTrue)
    expect(next.simulator.counters.total(), 'requests to the provider').toBe(comesTrue ? 0 : 1)
    expect(await operator.custodian()).toMatchObject({ credentialVersion: 1 })
    expect(await operator.rotations()).toMatchObject(
      comesTrue ? [{ outcome: 'stored' }] : [{ outcome: 'stored', retryOf: idOf(first) }, { outcome: 'interrupted' }],
    )
  },
)
