import { createHash, randomUUID, sign } from 'node:crypto'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import { createCredentialValidator } from '../../server/providers/credential-validator.ts'
import { fireblocks } from '../../server/providers/fireblocks.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import { type IssuedCredentials, issueCredentials } from '../../server/providers/simulator/issue-credentials.ts'
import { type Simulator, startSimulator } from '../../server/providers/simulator/simulator.ts'
import type { SimulatorState } from '../../server/providers/simulator/state.ts'
import { issueInto, providerIds, sealed, targetAt } from './setup.ts'

const adapters = { fireblocks, copper }

describe.each(providerIds)('the %s API of the simulator', (provider) => {
  const adapter = adapters[provider]
  const [path] = adapter.probePaths
  let simulator: Simulator
  let issued: IssuedCredentials
  let now = Date.now()

  beforeEach(async () => {
    now = Date.now()
    simulator = await startSimulator({ state: { keys: [] }, now: () => now })
    issued = await issueInto(simulator, provider)
  })
  afterEach(() => simulator.stop())

  const knock = (headers: Record<string, string>, url = path) => fetch(`${simulator.url}${url}`, { headers })
  const signedAt = async (ms: number) => (await adapter.sign(issued.credentials, path, ms)).headers

  test('accepts a signed request once and refuses its replay', async () => {
    const headers = await signedAt(now)
    expect((await knock(headers)).status).toBe(200)
    expect((await knock(headers)).status).toBe(401)
    expect((await knock(await signedAt(now + 1))).status).toBe(200)
  })

  test('refuses a request that is two minutes old or from the future', async () => {
    expect((await knock(await signedAt(now - 120_000))).status).toBe(401)
    expect((await knock(await signedAt(now + 120_000))).status).toBe(401)
    expect((await knock(await signedAt(now))).status).toBe(200)
  })

  test('refuses a signature over another path', async () => {
    const other = adapter.probePaths[1] ?? ''
    expect((await knock(await signedAt(now), other)).status).toBe(401)
    expect((await knock((await adapter.sign(issued.credentials, other, now)).headers, other)).status).toBe(200)
  })

  test('refuses a signature with one character changed, a missing one, and one of another key', async () => {
    const name = provider === 'copper' ? 'x-signature' : 'authorization'
    const headers = await signedAt(now)
    const text = headers[name] ?? ''
    const at = text.length - 40
    const changed = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`
    const other = await issueCredentials(provider)
    const { headers: mixed } = await adapter.sign(
      { ...other.credentials, apiKey: issued.credentials.apiKey },
      path,
      now,
    )
    expect((await knock({ ...headers, [name]: changed })).status).toBe(401)
    expect((await knock({ ...headers, [name]: provider === 'copper' ? '' : 'Bearer' })).status).toBe(401)
    expect((await knock(mixed)).status).toBe(401)
    expect((await knock(headers)).status).toBe(200)
  })

  test('counts the requests of each key and notifies its listeners before and after each answer', async () => {
    const events: string[] = []
    const done = Promise.withResolvers<void>()
    simulator.onRequest(({ url }) => void events.push(`asked ${url}`))
    simulator.onAnswered(({ url, status, apiKey }) => {
      events.push(`answered ${url} ${status}`)
      expect(apiKey).toBe(issued.credentials.apiKey)
      done.resolve()
    })
    await (await knock(await signedAt(now))).text()
    await done.promise
    expect(events).toEqual([`asked ${path}`, `answered ${path} 200`])
    expect(simulator.counters.of(issued.credentials.apiKey)).toEqual({ received: 1, inFlight: 0, mostInFlight: 1 })
    expect(simulator.counters.total()).toBe(1)
  })

  test('waits for a listener, which can still change the mode, before it answers', async () => {
    simulator.onRequest(({ apiKey }) => simulator.setMode(apiKey, '500'))
    expect((await knock(await signedAt(now))).status).toBe(500)
  })
})

test('a token that says it needs no signature, or that an HMAC under the public key is one, is refused', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const { credentials } = await issueInto(simulator, 'fireblocks')
  const { headers } = await fireblocks.sign(credentials, '/v1/workspace', Date.now())
  const [, claims] = (headers.authorization ?? '').split('.')
  for (const alg of ['none', 'HS256']) {
    const head = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')
    const authorization = `Bearer ${head}.${claims}.AAAA`
    expect((await fetch(`${simulator.url}/v1/workspace`, { headers: { ...headers, authorization } })).status).toBe(401)
  }
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A token as the vendor's SDKs sign it, with other claims where given. */
const signToken = ({ apiKey, secretApiKey }: PlainCredentials, claims: object): string => {
  const iat = Math.floor(Date.now() / 1000)
  const standard = { uri: '/v1/workspace', nonce: randomUUID(), iat, exp: iat + 55, sub: apiKey, bodyHash: sha256('') }
  const parts = [
    { alg: 'RS256', typ: 'JWT' },
    { ...standard, ...claims },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${sign('sha256', Buffer.from(text), secretApiKey).toString('base64url')}`
}

describe("the Fireblocks API of the simulator accepts only what the vendor's SDKs sign", () => {
  const iat = Math.floor(Date.now() / 1000)
  test.each([
    ['a lifetime of 55 s, as in the SDKs', { iat, exp: iat + 55 }, 200],
    [
      'a lifetime of 56 s, as when a second passes between their two readings of the clock',
      { iat, exp: iat + 56 },
      200,
    ],
    ['a lifetime of 57 s', { iat, exp: iat + 57 }, 401],
    ['a lifetime of an hour', { iat, exp: iat + 3600 }, 401],
    ['the hash of "" for no body, as in fireblocks-sdk', { bodyHash: sha256('""') }, 200],
    ['the hash of another body', { bodyHash: sha256('{}') }, 401],
    ['no hash', { bodyHash: '' }, 401],
  ])('%s', async (_, claims, status) => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials } = await issueInto(simulator, 'fireblocks')
    const headers = { 'x-api-key': credentials.apiKey, authorization: `Bearer ${signToken(credentials, claims)}` }
    expect((await fetch(`${simulator.url}/v1/workspace`, { headers })).status).toBe(status)
  })

  test('the hash of "" is not that of a request with a body', async () => {
    await using simulator = await startSimulator({ state: { keys: [] } })
    const { credentials } = await issueInto(simulator, 'fireblocks')
    const token = signToken(credentials, { bodyHash: sha256('""') })
    const headers = { 'x-api-key': credentials.apiKey, authorization: `Bearer ${token}` }
    const sent = fetch(`${simulator.url}/v1/workspace`, { headers, method: 'POST', body: '{}' })
    expect((await sent).status).toBe(401)
  })
})

test('a path of no provider is answered 404 with the supported paths', async () => {
  await using simulator = await startSimulator({ state: { keys: [] } })
  const answer = await fetch(`${simulator.url}/api`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('/v1/')
})

describe('simulator.json', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strongroom-simulator-'))
    file = join(folder, 'simulator.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const write = async (state: SimulatorState) => {
    await writeFile(`${file}.new`, JSON.stringify(state))
    await rename(`${file}.new`, file)
  }

  test('is read again when it changes, so that a script can change a mode while the simulator runs', async () => {
    const { credentials, key } = await issueCredentials('copper')
    await write({ keys: [key] })
    await using simulator = await startSimulator({ state: file })
    const ask = async () =>
      (await createCredentialValidator().probe(targetAt('copper', simulator.url), sealed(credentials))).verdict
    expect(await ask()).toBe('valid')
    await write({ keys: [{ ...key, mode: 'no-permission' }] })
    expect(await ask()).toBe('not-permitted')
    await write({ keys: [] })
    expect(await ask()).toBe('wrong-credentials')
  })

  test('may be missing at first', async () => {
    const { credentials, key } = await issueCredentials('copper')
    await using simulator = await startSimulator({ state: file })
    const ask = async () =>
      (await createCredentialValidator().probe(targetAt('copper', simulator.url), sealed(credentials))).verdict
    expect(await ask()).toBe('wrong-credentials')
    await write({ keys: [key] })
    expect(await ask()).toBe('valid')
  })

  test('keeps its last valid keys and warns if it is damaged; if it is damaged at the start, the simulator fails', async () => {
    const { credentials, key } = await issueCredentials('copper')
    await write({ keys: [key] })
    const warnings: string[] = []
    await using simulator = await startSimulator({ state: file, warn: (message) => warnings.push(message) })
    await writeFile(file, '{"keys": [')
    expect(
      (await createCredentialValidator().probe(targetAt('copper', simulator.url), sealed(credentials))).verdict,
    ).toBe('valid')
    expect(warnings[0]).toContain('not a list of simulator keys')
    await expect(startSimulator({ state: file })).rejects.toThrow()
  })

  test('refuses a mode that does not exist', async () => {
    const { key } = await issueCredentials('copper')
    await writeFile(file, JSON.stringify({ keys: [{ ...key, mode: 'sleepy' }] }))
    await expect(startSimulator({ state: file })).rejects.toThrow()
  })
})
