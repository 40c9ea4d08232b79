import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { rotateKeyOf } from '../../server/cli/keys-rotate.ts'
import { keyFileIn } from '../../server/config.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import type { Id } from '../../shared/primitives.ts'
import { operatorAt } from '../harness/operator.ts'
import { custodians, seed, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import { dataOf } from '../store/engines.ts'
import { makeFolder, newAccount } from './setup.ts'

afterEach(() => void vi.useRealTimers())

const hour = 60 * 60_000
const idempotency = { headers: { 'idempotency-key': 'once' } }

const rowsOf = (dataDir: string) => dataOf(dataDir).truth.read('idempotencyRecords')
const all = () => true

/** What a version before schema 9 stored: a digest that everyone who has the database can compute. */
async function saltedFingerprint(dataDir: string, credentials: PlainCredentials, custodianId: Id): Promise<Buffer> {
  const store = await dataOf(dataDir).open()
  const salt = await store.salt()
  await store.close()
  const halves = [credentials.apiKey, credentials.secretApiKey].map((half) =>
    createHmac('sha256', salt).update(half).digest(),
  )
  return Buffer.concat([Buffer.from(`${tenants.first}|${custodianId}|`), ...halves])
}

/** A folder in which one rotation was stored under an Idempotency-Key; its server has stopped. */
async function rotatedFolder() {
  const folder = await makeFolder()
  const account = newAccount()
  await using server = await startTestServer(folder)
  await seed(server.app.store)
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper', { account })
  const first = await operator.rotate(credentials, idempotency)
  expect(first.status).toBe(200)
  return { ...folder, token: operator.token, credentials, account, rotationId: first.headers.get('rotation-id') }
}

type Rotated = Awaited<ReturnType<typeof rotatedFolder>>

/** Sends the rotation again to a new server over the folder; the provider knows both credentials. */
async function repeat({ dataDir, token, credentials, account }: Rotated, work?: (server: TestServer) => unknown) {
  await using server = await startTestServer({ dataDir })
  await work?.(server)
  const operator = await operatorAt(server, token)
  const again = await operator.rotate(credentials, idempotency)
  const other = await operator.rotate(await server.credentials('copper', { account }), idempotency)
  const rotations = await operator.rotations()
  return { again, other, asked: server.simulator.counters.total(), rotations: rotations.length }
}

/** The same request has the same answer, another one is refused, and the provider hears of neither. */
async function expectReplay(rotated: Rotated) {
  const { again, other, asked, rotations } = await repeat(rotated)
  expect(again.status).toBe(200)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.headers.get('rotation-id')).toBe(rotated.rotationId)
  expect([other.status, other.body.error?.code]).toEqual([422, 'IdempotencyMismatch'])
  expect([asked, rotations]).toEqual([0, 1])
}

test('idempotency records survive a restart', async () => {
  await using rotated = await rotatedFolder()
  await expectReplay(rotated)
})

test('idempotency records survive a rotation of the key-encryption key', async () => {
  await using rotated = await rotatedFolder()
  const { dataDir } = rotated
  for (let round = 0; round < 2; round += 1) await rotateKeyOf({ dataDir, keyFile: keyFileIn(dataDir) })
  await expectReplay(rotated)
})

test('idempotency records survive an upgrade from a version with salted fingerprints', async () => {
  await using rotated = await rotatedFolder()
  const { dataDir, credentials } = rotated
  const fingerprint = await saltedFingerprint(dataDir, credentials, custodians.copper)
  await dataOf(dataDir).tamper.change('idempotencyRecords', all, { fingerprint, fingerprintKey: 'salt' })
  await expectReplay(rotated)
})

/** As version 1.0 stored them. */
const storedAnswers = {
  200: '{"ok":true,"value":{"success":true,"validationStatus":true,"message":"Stored.","isWrongCredentials":false}}',
  400:
    '{"ok":false,"failure":{"code":"ValidationError","message":"Rejected.","info":["reason=wrong-credentials provider=copper http=401"],' +
    '"value":{"success":false,"validationStatus":false,"message":"Rejected.","isWrongCredentials":true},"rotationId":"r-1"}}',
}

test.each(Object.entries(storedAnswers))(
  'an answer of status %s that an earlier version stored is replayed',
  async (status, stored) => {
    await using rotated = await rotatedFolder()
    await dataOf(rotated.dataDir).tamper.change('idempotencyRecords', all, { answer: stored })
    const { again, asked } = await repeat(rotated)
    const { value, failure } = JSON.parse(stored)
    expect(again.status).toBe(Number(status))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.body.value).toEqual(value ?? failure.value)
    if (failure)
      expect(again.body.error).toMatchObject({ code: failure.code, message: failure.message, info: failure.info })
    expect(asked).toBe(0)
  },
)

test('a refusal that was stored without verdict and provider is replayed with those of its rotation', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper', { mode: 'no-permission' })
  const first = await operator.rotate(credentials, idempotency)
  const { truth, tamper } = server.data
  const [record] = await truth.read('idempotencyRecords')
  const answer = JSON.parse(record?.answer ?? '') as { failure: Record<string, unknown> }
  const { verdict: _verdict, provider: _provider, cause: _cause, ...failure } = answer.failure
  await tamper.change('idempotencyRecords', all, { answer: JSON.stringify({ ...answer, failure }) })
  const again = await operator.rotate(credentials, idempotency)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body.error).toMatchObject({ changed: 'nothing', verdict: 'not-permitted', provider: 'copper' })
  expect(again.body).toEqual(first.body)
})

test('once the retired key file is deleted, the request is refused with its rotation ID, and no rotation begins', async () => {
  await using rotated = await rotatedFolder()
  const { dataDir, rotationId } = rotated
  const { retired } = await rotateKeyOf({ dataDir, keyFile: keyFileIn(dataDir) })
  rmSync(`${retired}`)
  const { again, asked, rotations } = await repeat(rotated)
  expect([again.status, again.body.error?.code]).toEqual([422, 'IdempotencyMismatch'])
  expect(again.headers.get('rotation-id')).toBe(rotationId)
  expect(again.body.error).toMatchObject({
    message: expect.stringContaining('Look up the rotation named by rotation-id before you rotate again'),
    info: ['reason=fingerprint-key-gone'],
  })
  expect([asked, rotations]).toEqual([0, 1])
})

test('a run that ended without a final answer runs again after the key-encryption key was rotated', async () => {
  await using folder = await makeFolder()
  const { dataDir } = folder
  const account = newAccount()
  let token = ''
  let credentials: PlainCredentials
  {
    await using server = await startTestServer(folder)
    await seed(server.app.store)
    const operator = await operatorAt(server)
    token = operator.token
    credentials = await server.credentials('copper', { account, mode: '502-html' })
    expect((await operator.rotate(credentials, idempotency)).status).toBe(500)
  }
  const { to } = await rotateKeyOf({ dataDir, keyFile: keyFileIn(dataDir) })
  await using server = await startTestServer(folder)
  const operator = await operatorAt(server, token)
  server.simulator.addKey({ provider: 'copper', apiKey: credentials.apiKey, secret: credentials.secretApiKey, account })
  expect((await operator.rotate(credentials, idempotency)).status).toBe(200)
  expect(await rowsOf(dataDir)).toMatchObject([{ fingerprintKey: to }])
})

test('a guessed secret cannot be tested with the database alone', async () => {
  await using rotated = await rotatedFolder()
  const { dataDir, credentials } = rotated
  const bytes = dataOf(dataDir)
    .files()
    .map((path) => readFileSync(path))
  const secretDigest = (await saltedFingerprint(dataDir, credentials, custodians.copper)).subarray(-32)
  const holds = (digest: Buffer | undefined) => bytes.some((file) => digest !== undefined && file.includes(digest))
  expect(holds((await rowsOf(dataDir))[0]?.fingerprint), 'the control: the search finds what is there').toBe(true)
  expect(holds(secretDigest)).toBe(false)
})

test('the same credentials at another custodian have another fingerprint', async () => {
  await using server = await startTestServer()
  const operator = await operatorAt(server)
  const credentials = await server.credentials('copper')
  const elsewhere = { custodianId: custodians.large, tenantId: tenants.second }
  for (const [key, place] of Object.entries({ one: {}, two: elsewhere, three: {} }))
    await operator.rotate(credentials, { ...place, headers: { 'idempotency-key': key } })
  const [one, three, two] = (await rowsOf(server.dataDir)).map(({ fingerprint }) =>
    Buffer.from(fingerprint).toString('hex'),
  )
  expect(one).toBe(three)
  expect(one).not.toBe(two)
})

test('an idempotency record is erased after 24 hours without a request, and no byte of it is left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const time = { now: Date.now() }
  await using server = await startTestServer({}, { clock: { now: () => time.now } })
  const operator = await operatorAt(server)
  await operator.rotate(await server.credentials('copper'), { headers: { 'idempotency-key': randomUUID() } })
  const [record] = await rowsOf(server.dataDir)
  if (!record) throw new Error('there is a record')
  const traces = () => server.data.files().filter((path) => readFileSync(path).includes(record.fingerprint))
  time.now += 24 * hour - 1
  vi.advanceTimersByTime(10 * 60_000)
  await server.app.store.recordAudit({ kind: 'token.created', actor: 'test', at: time.now })
  expect(traces().length, 'the control').toBeGreaterThan(0)
  time.now += 1
  vi.advanceTimersByTime(10 * 60_000)
  await until(() => traces().length === 0)
  expect(await rowsOf(server.dataDir)).toEqual([])
})

test('an idempotency record dated in the future by a fast clock is kept for 24 hours and no longer', async () => {
  await using rotated = await rotatedFolder()
  const { dataDir } = rotated
  const at = Date.now()
  await dataOf(dataDir).tamper.change('idempotencyRecords', all, { storedAt: at + 9_000 * hour })
  await using server = await startTestServer({ dataDir })
  expect((await rowsOf(dataDir))[0]?.storedAt).toBeLessThanOrEqual(Date.now())
  expect(
    await server.app.store.eraseExpired({ actor: 'test', at: at + 25 * hour, recordsKeptFor: 24 * hour }),
  ).toMatchObject({ idempotencyRecords: 1 })
})

test('idempotency records are answered from and kept for the configured time', async () => {
  await using rotated = await rotatedFolder()
  const { dataDir } = rotated
  await dataOf(dataDir).tamper.change('idempotencyRecords', all, { storedAt: Date.now() - 6 * 24 * hour })
  const replayedBy = async (keepIdempotencyRecords: number) => {
    await using server = await startTestServer({ dataDir, keepIdempotencyRecords })
    const operator = await operatorAt(server, rotated.token)
    const again = await operator.rotate(rotated.credentials, idempotency)
    const { records } = await server.app.store.listAudit({ kind: 'idempotency-records.pruned', limit: 10 }, null)
    return { replayed: again.headers.get('idempotent-replayed'), pruned: records.map(({ details }) => details.removed) }
  }
  expect(await replayedBy(7 * 24 * hour)).toEqual({ replayed: 'true', pruned: [] })
  expect(await replayedBy(5 * 24 * hour), 'control').toEqual({ replayed: null, pruned: ['1'] })
})
