import { Agent, fetch as fetchFrom } from 'undici'
import { describe, expect } from 'vitest'
import { mintToken } from '../../server/access/token-text.ts'
import { keyFileIn } from '../../server/config.ts'
import { createClock } from '../../server/platform/clock.ts'
import { isWellFormedToken } from '../../shared/operator-token.ts'
import { Permission } from '../../shared/permissions.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { refusalOf } from './bad-input.ts'
import { requestOf, type Transport } from './platform.ts'
import { talk } from './socket.ts'

const test = base.extend('config', { scope: 'file' }, { limits: { failedAuthentications: 1_000 } })

const session = (at: TestServer, authorization: string | null) =>
  fetch(`${at.url}/platform/admin/session`, authorization === null ? {} : { headers: { authorization } })

describe('a token', () => {
  test('is srt_, 43 characters of 256 random bits, and 6 of a checksum', () => {
    const minted = Array.from({ length: 100 }, mintToken)
    for (const text of minted) {
      expect(text).toMatch(/^srt_[0-9A-Za-z]{49}$/)
      expect(isWellFormedToken(text)).toBe(true)
    }
    expect(new Set(minted).size).toBe(100)
  })

  test('with one character mistyped, or two swapped, is distinguished from a wrong one', ({ token }) => {
    for (let at = 4; at < token.length; at += 1) {
      const other = token[at] === 'x' ? 'y' : 'x'
      expect(isWellFormedToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
      const a = token[at]
      const b = token[at + 1]
      if (b && a !== b) expect(isWellFormedToken(token.slice(0, at) + b + a + token.slice(at + 2))).toBe(false)
    }
  })

  test('that is mistyped is refused without a database lookup, a wrong one with one', async ({ server, token }) => {
    const looked: Uint8Array[] = []
    const store = await server.data.open()
    const findToken = (hash: Uint8Array) => {
      looked.push(hash)
      return store.findToken(hash)
    }
    const keyFile = keyFileIn(server.dataDir)
    await using watched = await startTestServer({ keyFile }, { store: { ...store, findToken } })
    for (const wrong of ['srt_x', `${token.slice(0, -1)}!`, token.toLowerCase(), `${token}0`])
      expect((await session(watched, `Bearer ${wrong}`)).status).toBe(401)
    expect(looked).toHaveLength(0)
    expect((await session(watched, `Bearer ${mintToken()}`)).status).toBe(401)
    expect((await session(watched, `Bearer ${token}`)).status).toBe(200)
    expect(looked).toHaveLength(2)
    await store.close()
  })

  test.for([
    ['Bearer', (text: string) => `Bearer ${text}`, 200],
    ['bearer, in lower case', (text: string) => `bearer ${text}`, 200],
    ['two spaces', (text: string) => `Bearer  ${text}`, 200],
    ['no scheme', (text: string) => text, 401],
    ['Basic', (text: string) => `Basic ${Buffer.from(`${text}:`).toString('base64')}`, 401],
    ['another scheme', (text: string) => `Token ${text}`, 401],
    ['something after it', (text: string) => `Bearer ${text} x`, 401],
    ['a second one', (text: string) => `Bearer ${text}, Bearer ${text}`, 401],
    ['no token', () => 'Bearer', 401],
  ] as const)('sent with %s', async ([, write, status], { server, token }) => {
    expect((await session(server, write(token))).status).toBe(status)
  })

  test('in the URL is ignored', async ({ server, token }) => {
    const { status } = await fetch(`${server.url}/platform/admin/session?access_token=${token}&token=${token}`)
    expect(status).toBe(401)
  })

  test('that has expired stays expired when the clock is set back', async () => {
    let now = Date.now()
    let passed = 0
    await using aged = await startTestServer({}, { clock: createClock({ wall: () => now, awake: () => passed }) })
    const brief = `Bearer ${await aged.token({ expiresAt: now + 1_000 })}`
    expect((await session(aged, brief)).status).toBe(200)
    for (const later of [1_000, -3_600_000]) {
      now += later
      passed += Math.max(later, 0)
      const refused = await session(aged, brief)
      expect(refused.status).toBe(401)
      expect(await refused.json()).toMatchObject({ error: { message: expect.stringContaining('has expired') } })
    }
  })

  test.for([
    [
      'this process',
      async (server: TestServer, name: string) =>
        server.app.store.revokeToken({ token: name, actor: 'test', at: Date.now() }),
    ],
    [
      'another store over the same folder',
      async (server: TestServer, name: string) => {
        const other = await server.data.open()
        await other.revokeToken({ token: name, actor: 'test', at: Date.now() })
        await other.close()
      },
    ],
  ] as const)(
    'that was revoked by %s is refused from the next request on, over both transports',
    async ([by, revoke], { server, token }) => {
      const revoked = await server.token({ name: by })
      for (const transport of Object.keys(requestOf) as Transport[])
        expect((await fetch(requestOf[transport](server, { name: 'session.whoAmI', token: revoked }))).status).toBe(200)
      await revoke(server, by)
      for (const transport of Object.keys(requestOf) as Transport[])
        expect((await fetch(requestOf[transport](server, { name: 'session.whoAmI', token: revoked }))).status).toBe(401)
      expect((await session(server, `Bearer ${token}`)).status).toBe(200)
    },
  )

  test('that is missing is answered with WWW-Authenticate', async ({ server }) => {
    for (const path of ['/platform/admin/session', '/trpc/session.whoAmI']) {
      const answer = await fetch(server.url + path)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    }
  })
})

describe('an address that guesses tokens', () => {
  test('is refused with Retry-After after 30 failures a minute; valid tokens and other addresses are not', async () => {
    await using guessed = await startTestServer()
    const good = `Bearer ${await guessed.token()}`
    for (let failures = 0; failures < 30; failures += 1)
      expect((await session(guessed, failures % 2 ? null : `Bearer ${mintToken()}`)).status).toBe(401)
    const refused = await session(guessed, `Bearer ${mintToken()}`)
    expect(await refusalOf(refused)).toMatchObject({ status: 429, code: 'TooManyRequests' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await fetch(`${guessed.url}/trpc/session.whoAmI`)).status).toBe(429)
    for (let calls = 0; calls < 40; calls += 1) expect((await session(guessed, good)).status).toBe(200)
    const dispatcher = new Agent({ localAddress: '127.0.0.2' })
    expect((await fetchFrom(`${guessed.url}/platform/admin/session`, { dispatcher })).status).toBe(401)
    await dispatcher.close()
  })

  test('is the one that the proxy passes, if there is a proxy', async () => {
    await using proxied = await startTestServer({ behindProxy: true })
    const from = (address: string) =>
      fetch(`${proxied.url}/platform/admin/session`, { headers: { 'x-forwarded-for': address } })
    for (let failures = 0; failures < 30; failures += 1) expect((await from('203.0.113.1')).status).toBe(401)
    expect((await from('203.0.113.1')).status).toBe(429)
    expect((await from('198.51.100.9, 203.0.113.1')).status).toBe(429)
    expect((await from('203.0.113.2')).status).toBe(401)
  })

  test('cannot be set by the caller without a proxy', async () => {
    await using alone = await startTestServer()
    const from = (at: number) =>
      fetch(`${alone.url}/platform/admin/session`, { headers: { 'x-forwarded-for': `203.0.113.${at}` } })
    for (let failures = 0; failures < 30; failures += 1) expect((await from(failures)).status).toBe(401)
    expect((await from(31)).status).toBe(429)
  })
})

describe.each([
  ['REST', 'PUT', (custodianId: string) => `/platform/admin/custodians/${custodianId}/update_api_keys`],
  ['tRPC', 'POST', () => '/trpc/custodians.updateApiKeys'],
] as const)('through %s', (transport, method, pathOf) => {
  const keys = { apiKey: 'a'.repeat(16), secretApiKey: 'b'.repeat(16) }
  const members = (custodianId: string) => ({
    tenantId: tenants.first,
    ...(transport === 'tRPC' && { custodianId }),
    ...keys,
  })
  const missing = id(999)

  test('each fault hides those that come after it: 401, unreadable 400, 413 and 415, 403, schema 400, 404', async ({
    server,
    token,
  }) => {
    const lacking = await server.token({
      permissions: Permission.options.filter((name) => name !== 'custodians:update'),
    })
    const broken = '{"a":1,"a":2}'
    const schemaFault = JSON.stringify({ ...members(missing), colour: 'red' })
    const good = JSON.stringify(members(missing))
    const ask = async (bearer: string | null, body: string, type = 'application/json') =>
      (await refusalOf(await server.rest(bearer, pathOf(missing), { method, body, headers: { 'content-type': type } })))
        .code
    expect([
      await ask(null, broken, 'text/plain'),
      await ask(null, ' '.repeat(100_000)),
      await ask(lacking, good, 'text/plain'),
      await ask(lacking, ' '.repeat(100_000)),
      await ask(lacking, broken),
      await ask(lacking, schemaFault),
      await ask(token, schemaFault),
      await ask(token, good),
    ]).toEqual([
      'Unauthenticated',
      'Unauthenticated',
      'UnsupportedMediaType',
      'PayloadTooLarge',
      'ValidationError',
      'Forbidden',
      'ValidationError',
      'NotFound',
    ])
  })

  test('a caller without a token is refused before the body arrives', async ({ server }) => {
    const [answer] = await talk(
      server,
      `${method} ${pathOf(custodians.copper)} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n`,
    )
    expect(answer?.status).toBe(401)
  })
})
