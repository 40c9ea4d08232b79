import { createCipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { configOf } from '../../server/config.ts'
import { administer } from '../../server/data-folder.ts'
import { localKey, readKeyFile } from '../../server/vault/key-file.ts'
import { DamagedCredentials, open } from '../../server/vault/seal.ts'
import type { Id } from '../../shared/primitives.ts'
import { operatorAt } from '../harness/operator.ts'
import { custodians, seed, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { until } from '../harness/until.ts'
import type { StoredFolder } from '../store/engine.ts'
import type { Facts } from '../store/facts.ts'
import { makeFolder, newAccount } from './setup.ts'

afterEach(() => void vi.useRealTimers())

type Row = Facts['credentials']

const rowsOf = ({ data }: Pick<TestServer, 'data'>) => data.truth.read('credentials')

const filesOf = (folder: string): Buffer[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))

/** Rotates the Copper custodian so many times; returns the credentials, oldest first. */
async function rotateTimes(server: TestServer, count: number, account = newAccount()) {
  const operator = await operatorAt(server)
  const pairs: Awaited<ReturnType<typeof server.credentials>>[] = []
  for (let at = 0; at < count; at += 1) {
    const credentials = await server.credentials('copper', { account })
    expect((await operator.rotate(credentials)).status).toBe(200)
    pairs.push(credentials)
  }
  return pairs
}

const placeOf = ({ custodianId, version }: Row, tenantId = tenants.first) => ({
  tenantId,
  custodianId: custodianId as Id,
  version,
})

const sealedOf = ({ keyId, wrappedKey, ciphertext }: Row) => ({ keyId, wrappedKey, ciphertext })

test('API key and secret are in one ciphertext under their own data key', async () => {
  await using server = await startTestServer()
  const pairs = await rotateTimes(server, 2)
  const rows = await rowsOf(server)
  const key = readKeyFile(configOf({ dataDir: server.dataDir }).keyFile)
  const opened = await Promise.all(rows.map((row) => open(sealedOf(row), placeOf(row), key)))
  expect(opened.map(({ apiKey, secretApiKey }) => [apiKey.reveal(), secretApiKey.reveal()])).toEqual(
    pairs.map(({ apiKey, secretApiKey }) => [apiKey, secretApiKey]),
  )
  const parts = rows.flatMap(({ wrappedKey, ciphertext }) => [wrappedKey, ciphertext])

  expect(new Set(parts.map((part) => part.subarray(0, 12).toString('hex'))).size, 'nonces').toBe(parts.length)
})

test('sealed credentials open only for the custodian and version they were sealed for', async () => {
  await using server = await startTestServer()
  await rotateTimes(server, 2)
  const [first, second] = (await rowsOf(server)) as unknown as [Row, Row]
  const key = readKeyFile(configOf({ dataDir: server.dataDir }).keyFile)
  expect((await open(sealedOf(first), placeOf(first), key)).apiKey).toBeDefined()
  const elsewhere = [
    placeOf(second),
    placeOf({ ...first, custodianId: custodians.fireblocks }),
    placeOf(first, tenants.second),
  ]
  for (const place of elsewhere) await expect(open(sealedOf(first), place, key)).rejects.toThrow(DamagedCredentials)
  const mixed = { ...sealedOf(first), ciphertext: second.ciphertext }
  await expect(open(mixed, placeOf(first), key)).rejects.toThrow(DamagedCredentials)
  await expect(open(sealedOf(first), placeOf(first), { ...key, id: 'another' })).rejects.toThrow('sealed under key')
})

test.each(['wrappedKey', 'ciphertext'] as const)('one changed bit of the %s is found', async (column) => {
  await using server = await startTestServer()
  await rotateTimes(server, 1)
  const [row] = (await rowsOf(server)) as unknown as [Row]
  const key = readKeyFile(configOf({ dataDir: server.dataDir }).keyFile)
  for (let at = 0; at < row[column].length; at += 1) {
    const changed = Buffer.from(row[column])
    changed[at] = (changed[at] as number) ^ 1
    await expect(open(sealedOf({ ...row, [column]: changed }), placeOf(row), key)).rejects.toThrow(DamagedCredentials)
  }
})

test.each(['wrappedKey', 'ciphertext'] as const)(
  'a %s of any other length is damage, even with a tag shortened to a length that Node accepts',
  async (column) => {
    await using server = await startTestServer()
    await rotateTimes(server, 1)
    const [row] = (await rowsOf(server)) as unknown as [Row]
    const key = readKeyFile(configOf({ dataDir: server.dataDir }).keyFile)
    const whole = row[column]
    const cut = [0, 1, 4, 12, 15, 16, 27, 28, 29].map((length) => whole.subarray(0, length))
    for (const tagLength of [4, 8, 12, 13, 14, 15]) cut.push(whole.subarray(0, whole.length - 16 + tagLength))
    for (const changed of [...cut, Buffer.concat([whole, Buffer.alloc(1)])])
      await expect(open(sealedOf({ ...row, [column]: changed }), placeOf(row), key)).rejects.toThrow(DamagedCredentials)
  },
)

test.each(['', '{}', '["one"]', '["one",2]', '["one","two","three"]', 'not JSON'])(
  'a ciphertext of the right key that contains %j is damage, not a crash',
  async (text) => {
    const key = localKey({ id: 'drill', secret: createSecretKey(randomBytes(32)) })
    const place = { tenantId: tenants.first, custodianId: custodians.copper, version: 1 }
    const aad = Buffer.from(`v1|${place.tenantId}|${place.custodianId}|1`)
    const encrypt = (under: KeyObject, plain: Uint8Array) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', under, nonce).setAAD(aad)
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    }
    const dataKey = randomBytes(32)
    const sealWith = (plain: string) => ({
      keyId: key.id,
      wrappedKey: encrypt(key.secret, dataKey),
      ciphertext: encrypt(createSecretKey(dataKey), Buffer.from(plain)),
    })
    expect((await open(sealWith('["a","b"]'), place, key)).apiKey.reveal(), 'the control').toBe('a')
    await expect(open(sealWith(text), place, key)).rejects.toThrow(DamagedCredentials)
  },
)

const { copper, fireblocks } = custodians
const ofCopper = ({ custodianId }: { readonly custodianId: string }) => custodianId === copper

/** Puts the credentials of the other custodian in the place of the active ones. */
async function moveCredentials({ truth, tamper }: StoredFolder): Promise<unknown> {
  const [other] = (await truth.read('credentials')).filter(({ custodianId }) => custodianId === fireblocks)
  const { wrappedKey, ciphertext } = other as Row
  return tamper.change('credentials', (row) => ofCopper(row) && row.retiredAt === null, { wrappedKey, ciphertext })
}

test.each<readonly [what: string, damage: (data: StoredFolder) => Promise<unknown>]>([
  ['moved from another custodian', moveCredentials],
  ['deleted', ({ tamper }) => tamper.remove('credentials', ofCopper)],
  ['set back by a version', ({ tamper }) => tamper.change('custodians', ofCopper, { version: 1 })],
  ['set back to none', ({ tamper }) => tamper.change('custodians', ofCopper, { version: 0 })],
  ['wrapped by a key that no file holds', ({ tamper }) => tamper.change('credentials', ofCopper, { keyId: 'gone' })],
  ['of another tenant', ({ tamper }) => tamper.change('custodians', ofCopper, { tenantId: tenants.second })],
])(
  'stored credentials that were %s are reported as damaged, sent to no provider, and replaced by a rotation',
  async (_, damage) => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    await using server = await startTestServer({}, { log })
    const account = newAccount()
    await rotateTimes(server, 2, account)
    const operator = await operatorAt(server)
    const other = { custodianId: fireblocks }
    expect((await operator.rotate(await server.credentials('fireblocks'), other)).status).toBe(200)
    await damage(server.data)
    const asked = server.simulator.counters.total()
    const answer = await operator.check()
    expect(answer.status).toBe(500)
    expect(answer.body.error).toMatchObject({ code: 'DataTampered', info: ['reason=credentials-damaged'] })
    expect(answer.body.error?.message).toContain(`custodian ${copper} cannot be used`)
    expect(lines.join()).toContain('stored credentials are damaged')
    expect(server.simulator.counters.total(), 'requests to the provider').toBe(asked)
    const { tenantId } = (await operator.custodian()) as { tenantId: typeof tenants.first }
    expect((await operator.rotate(await server.credentials('copper', { account }), { tenantId })).status).toBe(200)
    expect((await operator.check()).body.value).toMatchObject({ verdict: 'valid' })
    await using inspection = await administer(server.dataDir).inspect()
    expect(await inspection.misfits()).toEqual([])
  },
)

const day = 24 * 60 * 60_000

test('the previous version stays sealed for 24 hours; then no byte of it is left', async () => {
  await using folder = await makeFolder()
  const time = { now: Date.now() }
  const clock = { now: () => time.now }
  let old: Row
  {
    await using server = await startTestServer(folder, { clock })
    await seed(server.app.store)
    await rotateTimes(server, 2)
    ;[old] = (await rowsOf(folder)) as unknown as [Row]
  }
  const traces = () =>
    filesOf(folder.dataDir).filter((bytes) => bytes.includes(old.ciphertext) || bytes.includes(old.wrappedKey))
  time.now += day - 1
  {
    await using _still = await startTestServer(folder, { clock })
    expect((await rowsOf(folder)).map(({ version }) => version)).toEqual([1, 2])
    expect(traces().length, 'the control: the search finds what is there').toBeGreaterThan(0)
  }
  time.now += 1
  await using _then = await startTestServer(folder, { clock })
  expect((await rowsOf(folder)).map(({ version }) => version)).toEqual([2])
  expect(traces()).toEqual([])
})

test('a running server erases expired data', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const time = { now: Date.now() }
  await using server = await startTestServer({}, { clock: { now: () => time.now } })
  await rotateTimes(server, 2)
  time.now += day
  vi.advanceTimersByTime(10 * 60_000)
  await until(async () => (await rowsOf(server)).length === 1)
  expect(await rowsOf(server)).toMatchObject([{ version: 2 }])
})
