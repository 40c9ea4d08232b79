import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { keyFileIn } from '../../server/config.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { Mode } from '../../server/providers/simulator/modes.ts'
import type { Credentials } from '../../server/vault/credentials.ts'
import type { Vault } from '../../server/vault/vault.ts'
import type { Id } from '../../shared/primitives.ts'
import { ProviderId } from '../../shared/providers.ts'
import { main } from '../harness/cli.ts'
import { test } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { dataOf } from '../store/engines.ts'
import { type Child, signal } from './child.ts'
import { encodings, leaksIn, type Sink } from './encodings.ts'
import { isLongLane } from './lanes.ts'
import { type Scene, setScene } from './scene.ts'

/** Modes that take the whole ten seconds of a probe. */
const slow: readonly Mode[] = ['hang', 'slow-headers', 'dribble']
const modes = Mode.options.filter((mode) => isLongLane || !slow.includes(mode))

const account = 'planted account'

/** Credentials whose secret differs in every encoding. */
async function plantCredentials(
  provider: ProviderId,
  mode: Mode,
): Promise<Awaited<ReturnType<typeof issueCredentials>>> {
  const issued = await issueCredentials(provider, { account, mode })
  if (issued.key.provider === 'fireblocks') return issued
  const secret = `"\\/+%&<>'${randomBytes(30).toString('base64')}`
  return { credentials: { apiKey: issued.credentials.apiKey, secretApiKey: secret }, key: { ...issued.key, secret } }
}

/** What must not be seen of credentials; of a key in PEM also a line by itself, as it may be folded or cut. */
function secretsOf(name: string, { apiKey, secretApiKey }: PlainCredentials): Record<string, string> {
  const line = secretApiKey.split('\n')[9]
  return {
    [`${name} API key`]: apiKey,
    [`${name} secret`]: secretApiKey,
    ...(line && { [`${name} line of the secret`]: line }),
  }
}

const sent: Sink[] = []

/** Keeps the bytes of an answer, its headers included. */
async function keepAnswer(name: string, request: Promise<Response>): Promise<number> {
  const response = await request
  const headers = [...response.headers].map(([header, value]) => `${header}: ${value}`).join('\n')
  const body = Buffer.from(await response.arrayBuffer())
  sent.push({
    name: `answer to ${name}`,
    bytes: Buffer.concat([Buffer.from(`${response.status}\n${headers}\n\n`), body]),
  })
  return response.status
}

type Target = { readonly scene: Scene; readonly child: Child; readonly custodianId: Id }

/** Sends credentials over both transports, in every operation that takes one. */
async function sendCredentials(
  { scene: own, child, custodianId }: Target,
  name: string,
  credentials: PlainCredentials,
): Promise<void> {
  const admin = `/platform/admin/custodians/${custodianId}`
  const input = { tenantId: '1', ...credentials }
  const post = (path: string, body: object, method = 'POST') =>
    own.call(child, path, { method, body: JSON.stringify(body) })
  await keepAnswer(`${name} validate, REST`, post(`${admin}/validate_api_keys`, input))
  await keepAnswer(`${name} rotate, REST`, post(`${admin}/update_api_keys`, input, 'PUT'))
  await keepAnswer(`${name} check, REST`, post(`${admin}/check_api_keys`, {}))
  for (const procedure of ['validateApiKeys', 'updateApiKeys', 'checkApiKeys']) {
    const body = procedure === 'checkApiKeys' ? { custodianId } : { ...input, custodianId }
    await keepAnswer(`${name} ${procedure}, tRPC`, post(`/trpc/custodians.${procedure}`, body))
  }
}

/** What a client gets wrong when it has credentials. */
async function sendBroken(
  { scene: own, child, custodianId }: Target,
  { apiKey, secretApiKey }: PlainCredentials,
): Promise<void> {
  const admin = `/platform/admin/custodians/${custodianId}/update_api_keys`
  const json = JSON.stringify({ tenantId: '1', apiKey, secretApiKey })
  const bodies: [string, string | Buffer][] = [
    ['half a body', json.slice(0, -4)],
    ['a doubled member', json.replace('{', `{"apiKey":${JSON.stringify(apiKey)},`)],
    ['invalid UTF-8', Buffer.concat([Buffer.from(json.slice(0, -2)), Buffer.from([0xff, 0x22, 0x7d])])],
    ['an unknown member', json.replace('{', `{"secret":${JSON.stringify(secretApiKey)},`)],
    ['a secret as the name of a member', json.replace('{', `{${JSON.stringify(secretApiKey)}:1,`)],
    ['an API key as the name of a member', json.replace('{', `{${JSON.stringify(apiKey)}:1,`)],
    ['another type', JSON.stringify({ tenantId: '1', apiKey: [apiKey], secretApiKey: { secretApiKey } })],
    ['a value of its own', JSON.stringify(secretApiKey)],
    ['too much', JSON.stringify({ tenantId: '1', apiKey: apiKey + '-'.repeat(1024), secretApiKey })],
    ['far too much', JSON.stringify({ tenantId: '1', apiKey, secretApiKey: secretApiKey + '-'.repeat(70_000) })],
    ['a wrong id', JSON.stringify({ tenantId: secretApiKey, apiKey, secretApiKey })],
  ]
  for (const [name, body] of bodies) {
    expect(await keepAnswer(`${name}, REST`, own.call(child, admin, { method: 'PUT', body })), name).toBeGreaterThan(
      399,
    )
    const procedure = '/trpc/custodians.updateApiKeys'
    await keepAnswer(`${name}, tRPC`, own.call(child, procedure, { method: 'POST', body }))
  }
  const query = new URLSearchParams({ apiKey, secretApiKey })
  await keepAnswer('credentials in the query', own.call(child, `${admin}?${query}`, { method: 'PUT', body: '{}' }))
  const names = `${encodeURIComponent(secretApiKey)}=1&${encodeURIComponent(apiKey)}=1`
  await keepAnswer(
    'credentials as names in the query',
    own.call(child, `${admin}?${names}`, { method: 'PUT', body: '{}' }),
  )
  await keepAnswer('credentials as doubled names in the query', own.call(child, `${admin}?${names}&${names}`))
  await keepAnswer(
    'credentials as names in the query, tRPC',
    own.call(child, `/trpc/custodians.list?${names}&${names}`),
  )
  await keepAnswer(
    'credentials in the path',
    own.call(child, `/platform/${encodeURIComponent(secretApiKey).slice(0, 999)}`),
  )
  await keepAnswer('credentials in an id', own.call(child, admin.replace(/\d+/, encodeURIComponent(apiKey))))
  const input = encodeURIComponent(JSON.stringify({ custodianId: secretApiKey.slice(0, 999) }))
  await keepAnswer('credentials in a query, tRPC', own.call(child, `/trpc/custodians.rotations?input=${input}`))
}

/** Makes the activation fail in the store, with errors of its engine. */
async function breakActivation({ dataDir }: Scene, work: () => Promise<void>): Promise<void> {
  const { tamper } = dataOf(dataDir)
  const planted = await tamper.failActivation('planted fault')
  await work()
  await planted.undo()
  const hidden = await tamper.hide('attempts')
  await work()
  await hidden.undo()
}

/** The bytes of every file in the folder; the key file is the one place where its key may be. */
const filesIn = (folder: string): Sink[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => path !== keyFileIn(folder))
    .map((path) => ({ name: relative(folder, path), bytes: readFileSync(path) }))

/** What a command prints, and what it writes into the folder. */
function runCommand(dataDir: string, ...words: readonly string[]): Sink {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...words, '--data', dataDir])
  expect(status, `${words.join(' ')}: ${stderr}`).toBe(0)
  return { name: `strongroom ${words.join(' ')}`, bytes: Buffer.concat([stdout, stderr]) }
}

let scene: Scene
let sinks: Sink[]
const secrets: Record<string, string> = {}

beforeAll(async () => {
  const places = ProviderId.options.flatMap((provider) => modes.map((mode) => ({ provider, mode })))
  scene = await setScene({ providers: places.map(({ provider }) => provider), withCredentials: false })
  const child = await scene.start(undefined, { logLevel: 'debug' })
  if (!child) throw new Error('the server ended before it listened')
  const targets = places.map((place, index) => ({ ...place, custodianId: scene.custodians[index] as Id }))
  await Promise.all(
    targets.map(async ({ provider, mode, custodianId }) => {
      const { credentials, key } = await plantCredentials(provider, mode)
      scene.simulator.addKey(key)
      const name = `${provider} ${mode}`
      Object.assign(secrets, secretsOf(name, credentials))
      await sendCredentials({ scene, child, custodianId }, name, credentials)
    }),
  )
  const { credentials, key } = await plantCredentials('copper', 'ok')
  scene.simulator.addKey(key)
  Object.assign(secrets, secretsOf('broken', credentials), { token: scene.token })
  const target = { scene, child, custodianId: scene.custodians.at(-1) as Id }
  await sendBroken(target, credentials)
  const pem = await plantCredentials('fireblocks', 'ok')
  scene.simulator.addKey(pem.key)
  Object.assign(secrets, secretsOf('broken PEM', pem.credentials))
  const swapped = { apiKey: pem.credentials.secretApiKey, secretApiKey: pem.credentials.apiKey }
  const atFireblocks = { scene, child, custodianId: scene.custodians[0] as Id }
  await sendBroken(atFireblocks, pem.credentials)
  await sendCredentials(atFireblocks, 'swapped', swapped)
  await breakActivation(scene, () => sendCredentials(target, 'store fault', credentials))
  for (const path of ['/platform/admin/custodians', '/platform/admin/audit?limit=500', '/platform/admin/session'])
    await keepAnswer(path, scene.call(child, path))
  const whileServed = filesIn(scene.dataDir)
  const printed = writeCopies(scene.dataDir)
  signal(child.pid, 'SIGTERM')
  const log = { name: 'log', bytes: Buffer.from(await child.output) }
  sinks = [...whileServed, ...filesIn(scene.dataDir), ...printed, log, ...sent]
}, 300_000)
afterAll(() => scene[Symbol.asyncDispose]())

/** What else leaves a data folder: backups and exports. */
function writeCopies(dataDir: string): Sink[] {
  const copies = join(dataDir, 'copies')
  mkdirSync(copies)
  return [
    runCommand(dataDir, 'backup', 'create', copies),
    runCommand(dataDir, 'audit', 'export'),
    runCommand(dataDir, 'keys', 'list', '--json'),
  ]
}

test('no secret is in anything the server wrote or sent', () => {
  expect(leaksIn(sinks, secrets)).toEqual([])
})

test('the master key is in nothing the server wrote or sent', () => {
  const key = readFileSync(keyFileIn(scene.dataDir), 'utf8').trim()
  const bytes = Buffer.from(key, 'base64')
  const found = sinks.filter((sink) => [key, bytes.toString('hex')].some((text) => sink.bytes.includes(text)))
  expect(found.concat(sinks.filter((sink) => sink.bytes.includes(bytes))).map(({ name }) => name)).toEqual([])
})

test('control: values that are not secret are found where they were searched', () => {
  const found = (text: string) => sinks.filter(({ bytes }) => bytes.includes(text)).map(({ name }) => name)
  expect(found('Custodian 1')).toEqual(expect.arrayContaining(['strongroom.db']))
  expect(found('reason=wrong-credentials')).toEqual(
    expect.arrayContaining([
      'strongroom.db-wal',
      'answer to copper wrong-signature rotate, REST',
      'strongroom audit export',
    ]),
  )
  expect(found('planted fault')).toContain('log')
  expect(found('StoreError')).toEqual(['log'])
  expect(sent.filter(({ bytes }) => bytes.subarray(0, 3).toString() === '200').length).toBeGreaterThan(10)
  expect(sinks.some(({ name }) => name.startsWith('copies/'))).toBe(true)
  const accepted = sent.find(({ name }) => name === 'answer to fireblocks ok rotate, REST')
  expect(accepted?.bytes.toString()).toMatch(/^200\n[\s\S]*"validationStatus":true/)
})

test('control: a vault that does not seal is detected', async () => {
  const bytesOf = ({ apiKey, secretApiKey }: Credentials) => Buffer.from(apiKey.reveal() + secretApiKey.reveal())
  let keyId = 'none'
  const vault: Vault = {
    seal: async (plain) => ({ keyId, wrappedKey: Buffer.alloc(60), ciphertext: bytesOf(plain) }),
    open: async () => {
      throw new Error('not needed here')
    },
    sealSecret: async (secret) => secret.reveal(),
    openSecret: async () => {
      throw new Error('not needed here')
    },
    fingerprint: async () => [{ keyId, digest: randomBytes(32) }],
    refresh: async () => {},
    fault: async () => null,
  }
  await using server = await startTestServer({}, { vault })
  keyId = (await server.app.store.listKeys())[0]?.keyId ?? ''
  const credentials = await server.credentials('copper')
  const body = JSON.stringify({ tenantId: tenants.first, ...credentials })
  const path = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
  expect((await server.rest(await server.token(), path, { method: 'PUT', body })).status).toBe(200)
  const found = leaksIn(filesIn(server.dataDir), { planted: credentials.secretApiKey })
  expect(found).toContain('planted as utf8 in strongroom.db-wal')
})

test.for(Object.entries(encodings))(
  'control: a secret that is stored as %s is found',
  async ([name, tracesOf], { folder: { data } }) => {
    const secret = `"\\/+%&<>'${randomUUID()}`
    for (const trace of tracesOf(secret)) {
      const leak = { ciphertext: Buffer.concat([Buffer.from('before'), trace, Buffer.from('after')]) }
      await data.tamper.change('credentials', ({ version }) => version === 1, leak)
      const stored = data.files().map((file) => ({ name: 'the data', bytes: readFileSync(file) }))
      expect(leaksIn(stored, { planted: secret })).toContain(`planted as ${name} in the data`)
    }
  },
)

test.each([0, 1, 2, 3, 4])('control: a secret inside a longer encoded text is found (%s)', (offset) => {
  const secret = randomBytes(24).toString('base64')
  const whole = Buffer.from(`${'x'.repeat(offset)}${secret}yyy`)
  for (const coding of ['base64', 'base64url', 'hex'] as const)
    expect(leaksIn([{ name: 'text', bytes: Buffer.from(whole.toString(coding)) }], { secret })).toContain(
      `secret as ${coding} in text`,
    )
})
