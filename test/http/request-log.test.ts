import pino from 'pino'
import { test as base, describe, expect } from 'vitest'
import type { Config } from '../../server/config.ts'
import { StoreError } from '../../server/store/store-error.ts'
import { talk } from '../api/socket.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer, type TestConfig, type TestServer } from '../harness/server.ts'

type Line = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: number }

/** A server and the lines of its log. */
async function startLogging(config: TestConfig = {}, level: Config['logLevel'] = 'info') {
  const lines: string[] = []
  const log = pino({ level, base: null }, { write: (line) => void lines.push(line) })
  const server = await startTestServer(config, { log })
  const read = () => lines.map((line) => JSON.parse(line) as Line)
  /** The lines of so many requests, once they are there. */
  const requests = async (count: number): Promise<readonly Line[]> => {
    const found = () => read().filter(({ msg }) => msg === 'request')
    await expect.poll(() => found().length).toBeGreaterThanOrEqual(count)
    return found()
  }
  return { server, lines, read, requests }
}

const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('sharedLog', { scope: 'file' }, async ({}, { onCleanup }) => {
    const log = await startLogging({ limits: { failedAuthentications: 1_000 } })
    onCleanup(() => log.server[Symbol.asyncDispose]())
    return { ...log, token: await log.server.token({ name: 'night shift' }) }
  })
  /** The shared one, without the lines of the tests before. */
  .extend('logging', async ({ sharedLog }) => {
    const { server, token, lines, read } = sharedLog
    // A request has its line once its response is closed, which is after the test before has read that.
    const last = await server.rest(token, '/platform/admin/session')
    await last.bytes()
    await expect.poll(() => read().some(({ requestId }) => requestId === last.headers.get('request-id'))).toBe(true)
    lines.length = 0
    return sharedLog
  })

const wallets = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`
const walletsRoute = '/tenant/{tenantId}/custodians/{id}/wallets'

describe('a request', () => {
  test('has one log line, with everything needed to find it and none of its content', async ({ logging }) => {
    const { server, token } = logging
    const answer = await server.rest(token, `${wallets}?onlyActive=true`, {
      headers: { 'x-secret': 'hunter2', 'accept-encoding': 'identity' },
    })
    const size = (await answer.bytes()).length
    const [line] = await logging.requests(1)
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      requestId: answer.headers.get('request-id'),
      method: 'GET',
      route: walletsRoute,
      status: 200,
      ms: expect.any(Number),
      token: 'night shift',
      tokenId: 1,
      address: '127.0.0.1',
      bytes: expect.any(Number),
      msg: 'request',
    })
    expect(line?.bytes).toBeGreaterThan(size)
    expect(line?.bytes).toBeLessThan(size + 1_000)
    expect(logging.lines.join('')).not.toMatch(/onlyActive|hunter2|srt_/)
    expect(logging.lines).toHaveLength(1)
  })

  test.for([
    ['/trpc/session.whoAmI', '/trpc/session.whoAmI', 200],
    ['/trpc/session.whoAmI,tenants.list?batch=1&input=%7B%7D', '/trpc/session.whoAmI,tenants.list', 200],
    ['/trpc/session.whoAmI,srt_secret.path', '/trpc/{path}', 404],
    ['/trpc/constructor', '/trpc/{path}', 404],
    ['/srt_secret', null, 404],
    ['/platform/admin/custodians/srt_secret/rotations', '/platform/admin/custodians/{id}/rotations', 400],
    ['/livez', '/livez', 200],
    ['/docs/static/swagger-ui.css', '/docs/static/*', 200],
    ['/%', null, 400],
    [`/livez?${'a'.repeat(9_000)}`, '/livez', 414],
  ] as const)('to %s is on the route %s', async ([path, route, status], { logging }) => {
    const { server, token } = logging
    const answer = await server.rest(token, path)
    await answer.bytes()
    const [line] = await logging.requests(1)
    expect(line).toMatchObject({ route, status, requestId: answer.headers.get('request-id') })
    expect(logging.lines.join('')).not.toContain('secret')
  })

  test('that fails is logged with its failure code, over both transports', async ({ logging }) => {
    const { server, token } = logging
    await (await server.rest(token, '/platform/admin/custodians/999/rotations')).bytes()
    await (await server.rest(token, '/trpc/custodians.rotations?input=%7B%22custodianId%22%3A%22999%22%7D')).bytes()
    await (await server.rest(token, '/livez', { method: 'DELETE' })).bytes()
    const codes = (await logging.requests(3)).map(({ status, code }) => [status, code])
    expect(codes.slice(0, 2)).toEqual([
      [404, 'NotFound'],
      [404, 'NotFound'],
    ])
  })

  test.for([
    ['a broken header', 'HEAD /srt_secret HTTP/1.1\r\nHost: localhost\r\nX : 1\r\n\r\n', [400, 'HEAD']],
    ['too many headers', `GET /livez HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`, [431, 'GET']],
    ['a terminal escape', 'GET /\x1b[31m HTTP/1.1\r\nHost: localhost\r\n\r\n', [400, 'GET']],
  ] as const)('that cannot be parsed because of %s is logged too', async (row, { logging }) => {
    const [, bytes, [status, method]] = row
    const [answer] = await talk(logging.server, bytes)
    const [line] = await logging.requests(1)
    expect(line).toMatchObject({ level: 30, status, method, token: null, address: '127.0.0.1' })
    if (answer) expect(line).toMatchObject({ requestId: answer.headers.get('request-id') })
    expect(logging.lines.join('')).not.toMatch(/secret|[^\x20-\x7e\n]/)
  })

  test('whose caller hangs up is logged as such', async ({ logging }) => {
    const { server, token } = logging
    const caller = new AbortController()
    const logged = Promise.withResolvers<void>()
    const stop = server.simulator.onRequest(async () => {
      caller.abort()
      await logged.promise
    })
    const credentials = await server.credentials('copper')
    const body = JSON.stringify({ tenantId: tenants.first, ...credentials })
    const path = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
    const { signal } = caller
    await expect(server.rest(token, path, { method: 'PUT', body, signal })).rejects.toThrow('aborted')
    const [line] = await logging.requests(1)
    logged.resolve()
    stop()
    expect(line).toMatchObject({
      method: 'PUT',
      status: null,
      aborted: true,
      token: 'night shift',
      address: '127.0.0.1',
    })
  })
})

/** Takes a request that comes within 600 ms only; its headers come at once, which a busy machine may delay. */
const hasty = { headersTimeout: 500, requestTimeout: 600, connectionsCheckingInterval: 50 }

describe('a request that comes too slowly', () => {
  test('has a line when half its headers came', async () => {
    const log = await startLogging({ limits: hasty })
    await using at = log.server
    const [answer] = await talk(at, 'GET /livez HTTP/1.1\r\nHost: localhost\r\n')
    expect(answer?.status).toBe(408)
    expect(await log.requests(1)).toMatchObject([{ level: 30, status: 408, method: null, token: null }])
  })

  test('has one line when its body never comes, with the ID of the answer that says so', async () => {
    const log = await startLogging({ limits: hasty })
    await using at = log.server
    const bearer = await at.token({ name: 'night shift' })
    const head = `PUT /platform/admin/custodians/12/update_api_keys HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bearer}\r\n`
    const [answer] = await talk(at, `${head}Content-Type: application/json\r\nContent-Length: 10\r\n\r\n{`)
    expect(answer?.status).toBe(408)
    expect(await log.requests(1)).toMatchObject([
      { status: 408, code: 'RequestTimeout', token: 'night shift', requestId: answer?.headers.get('request-id') },
    ])
  })
})

test('the name of a token cannot break a log line or a terminal', async ({ logging }) => {
  const name = 'a"\n\x1b[2J\u009b31m\u202e\u2028,"level":60'
  const odd = await logging.server.token({ name })
  const answer = await logging.server.rest(odd, '/platform/admin/session')
  await answer.bytes()
  const isAnswers = (line: Record<string, unknown>) => line.requestId === answer.headers.get('request-id')
  await expect.poll(() => logging.read().find(isAnswers)).toMatchObject({ token: name, level: 30 })
  expect(logging.lines.join('')).toMatch(/^([\x20-\x7e]+\n)+$/)
})

test('refused requests are warnings, also without the request log; so are errors of the server', async () => {
  const quiet = await startLogging({ accessLog: false })
  await using at = quiet.server
  const good = await at.token()
  const bound = await at.token({ allowedFrom: ['192.0.2.0/24'] })
  const lacking = await at.token({ permissions: [] })
  for (const bearer of [good, null, 'srt_x', bound, lacking]) await (await at.rest(bearer, wallets)).bytes()
  expect((await quiet.requests(4)).map(({ level, status, token: by }) => [level, status, by])).toEqual([
    [40, 401, null],
    [40, 401, null],
    [40, 403, 'tester 2'],
    [40, 403, 'tester 3'],
  ])
  const fail = () => {
    throw new Error('a bug')
  }
  Object.assign(at.app.store, { walletListing: async () => fail(), isUnchanged: fail })
  const failed = await at.rest(good, wallets)
  await failed.bytes()
  expect((await quiet.requests(5)).at(-1)).toMatchObject({ level: 50, status: 500, code: 'UnexpectedError' })
})

test.each([
  ['warn', [401]],
  ['error', []],
  ['silent', []],
] as const)('at the level %s there is no line below it', async (level, statuses) => {
  const quiet = await startLogging({}, level)
  const at = quiet.server
  for (const bearer of [await at.token(), null]) await (await at.rest(bearer, wallets)).bytes()
  await at[Symbol.asyncDispose]() // which waits for the lines of the requests
  expect(quiet.read().map(({ status }) => status)).toEqual(statuses)
})

test('debug says more than info', async () => {
  const asked = async (level: 'info' | 'debug') => {
    const log = await startLogging({}, level)
    await using at = log.server
    await (await at.rest(await at.token(), wallets)).bytes()
    await log.requests(1)
    return log.read().length
  }
  expect(await asked('debug')).toBeGreaterThan(await asked('info'))
})

describe('the cause of a 5xx is in the log under its request ID', () => {
  const put = async (at: TestServer) =>
    at.rest(await at.token(), `/platform/admin/custodians/${custodians.copper}/update_api_keys`, {
      method: 'PUT',
      body: JSON.stringify({ tenantId: tenants.first, ...(await at.credentials('copper', { mode: '500' })) }),
    })
  const full = new StoreError('full', 'SQLITE_FULL', 'the disk is full')
  const broken = new StoreError('unreachable', 'SQLITE_IOERR', 'the disk is broken')

  test.each([
    ['ProviderUnavailable', {}, /provider-error|500/],
    ['UnexpectedError', { findToken: new Error('a bug 1') }, /a bug 1/],
    ['UnexpectedError', { beginRotation: new Error('a bug 2') }, /a bug 2/],
    ['StorageFull', { beginRotation: full }, /the disk is full/],
    ['AuditUnavailable', { beginRotation: broken }, /the disk is broken/],
  ] as const)('%s', async (code, faults, cause) => {
    const log = await startLogging()
    await using at = log.server
    const answering = put(at)
    for (const [name, error] of Object.entries(faults))
      Object.assign(at.app.store, { [name]: () => Promise.reject(error) })
    const answer = await answering
    expect(answer.status).toBeGreaterThanOrEqual(500)
    expect(await answer.json()).toMatchObject({ error: { code } })
    await log.requests(1)
    const requestId = answer.headers.get('request-id')
    const about = log.lines.filter(
      (line) => line.includes(`"requestId":"${requestId}"`) && !line.includes('"msg":"request"'),
    )
    expect(about.join('')).toMatch(cause)
  })
})
