import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { copper } from '../../server/providers/copper.ts'
import { adapters } from '../../server/providers/credential-validator.ts'
import type { PlainCredentials, Provider } from '../../server/providers/provider.ts'
import { fireblocksApi } from '../../server/providers/simulator/fireblocks-api.ts'
import { SimulatorKey } from '../../server/providers/simulator/state.ts'
import { defaultTransportLimits } from '../../server/providers/transport.ts'
import { craftedKey, hostileSecrets, pemOf } from './hostile-keys.ts'
import { providerIds } from './setup.ts'

const mostMs = 10

/** CPU time that this thread, the one of the event loop, spends on the work: the least of several runs, in milliseconds. */
async function threadTime(work: () => unknown, runs = 4): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    times.push((user + system) / 1000)
  }
  return Math.min(...times)
}

/** What a server does with credentials; it signs too where the local check already refuses. */
async function checkAndSign(provider: Provider, credentials: PlainCredentials): Promise<void> {
  provider.localCheck(credentials)
  await provider.sign(credentials, provider.probePaths[0], Date.now()).catch(() => {})
}

test.each(Object.entries(hostileSecrets))('%s is short enough to arrive', (_, secret) => {
  expect(secret.length).toBeLessThanOrEqual(8192)
})

describe.each(providerIds)('%s does not block the event loop', (id) => {
  const adapter = adapters[id]

  test.each(Object.entries(hostileSecrets))('with a secret of %s', async (_, secretApiKey) => {
    for (const apiKey of [randomUUID(), secretApiKey])
      expect(await threadTime(() => checkAndSign(adapter, { apiKey, secretApiKey }))).toBeLessThan(mostMs)
  })

  test('with a valid key of 4,096 bits', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
    const secretApiKey = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(await threadTime(() => checkAndSign(adapter, { apiKey: randomUUID(), secretApiKey }))).toBeLessThan(mostMs)
  })

  test.each(Object.entries(hostileBodies(defaultTransportLimits.bodyBytes)))(
    'with an answer of %s',
    async (_, body) => {
      for (const status of [200, 401, 403, 500])
        expect(
          await threadTime(() => adapter.classify({ status, headers: {}, body, clockAheadSeconds: null })),
        ).toBeLessThan(mostMs)
    },
  )
})

/** The longest answers that are read, in the shapes that are slow to parse or to check. */
function hostileBodies(bytes: number): Readonly<Record<string, string>> {
  const fill = (start: string, entry: string, end: string) =>
    start + entry.repeat((bytes - start.length - end.length) / entry.length) + end
  return {
    brackets: '['.repeat(bytes),
    'nested lists': '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
    'empty accounts': fill('{"accounts":[', '{},', '{}]}'),
    'accounts with wrong ids': fill('{"accounts":[', '{"id":0},', '{}]}'),
    portfolios: fill('{"portfolios":[', '{"portfolioId":""},', '{}]}'),
    organizations: fill('{"organizations":[', '{"organizationId":"a"},', '{}]}'),
    numbers: fill('[', '1,', '1]'),
    'empty texts': fill('["', '","', '"]'),
    'white space': fill('', ' ', '<'),
  }
}

describe('the control is found', () => {
  const blocking = (secret: string): Provider => ({
    ...copper,
    localCheck: () => null,
    sign: async (_, path) => {
      sign('RSA-SHA256', Buffer.from(path), secret)
      return { method: 'GET', path, headers: {} }
    },
  })

  test('an adapter that signs on the event loop', async () => {
    const adapter = blocking(craftedKey)
    expect(await threadTime(() => checkAndSign(adapter, { apiKey: '', secretApiKey: '' }), 1)).toBeGreaterThan(mostMs)
  })

  test('OpenSSL decoding any input', async () => {
    const secretApiKey = hostileSecrets['DSA, 15,000 bits'] as string
    expect(await threadTime(() => createPrivateKey(secretApiKey), 1)).toBeGreaterThan(mostMs)
  })
})

describe('the simulator does not block the event loop', () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 4096 })
  const base = { provider: 'fireblocks', apiKey: randomUUID(), account: 'a' }
  const key = SimulatorKey.parse({ ...base, publicKey: publicKey.export({ type: 'spki', format: 'pem' }) })
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { uri: '/', nonce: 1, iat: 1, exp: 2, sub: base.apiKey, bodyHash: '' }

  test.each([0, 512, 10_000])('with a signature of %i bytes', async (size) => {
    const jwt = `${part({ alg: 'RS256' })}.${part(claims)}.${Buffer.alloc(size, 1).toString('base64url')}`
    const headers = { authorization: `Bearer ${jwt}`, 'x-api-key': base.apiKey }
    const received = { method: 'GET', url: '/', headers, body: Buffer.alloc(0) }
    const context = { nowMs: 1_000, isFresh: () => true }
    expect(await threadTime(() => fireblocksApi.verify(received, key, context))).toBeLessThan(mostMs)
  })

  test('and accepts no public key that would', () => {
    const large = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 2 ** 32 - 1 }).publicKey
    const pem = large.export({ type: 'spki', format: 'pem' })
    expect(SimulatorKey.safeParse({ ...base, publicKey: pem }).success).toBe(true)
    for (const bad of [pemOf(Buffer.alloc(64), 'PUBLIC KEY'), 'PUBLIC KEY', `${pem}${' '.repeat(4096)}`])
      expect(SimulatorKey.safeParse({ ...base, publicKey: bad }).success).toBe(false)
  })
})
