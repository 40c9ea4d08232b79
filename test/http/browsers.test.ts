import { expect } from 'vitest'
import { configOf } from '../../server/config.ts'
import { serveFolder } from '../../server/serving.ts'
import { type Route, routesOf } from '../api/routes.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { type Answer, exchange, halfExchange } from './exchange.ts'

let routes: readonly Route[]

const test = base
  .extend('config', { scope: 'file' }, { limits: { failedAuthentications: 10_000 } })
  .extend('authorised', { scope: 'file' }, ({ token }) => (): readonly (readonly [string, string])[] => [
    ['authorization', `Bearer ${token}`],
  ])
  /** An answer of every route with a token and without one, and of what is hardly HTTP. */
  .extend('answers', { scope: 'file' }, ({ server, authorised }) => async (): Promise<ReadonlyMap<string, Answer>> => {
    const all = new Map<string, Answer>()
    for (const route of routes.filter(({ method }) => method !== 'CONNECT'))
      for (const headers of [authorised(), []])
        all.set(
          `${route.method} ${route.url} ${headers.length ? 'with' : 'without'} a token`,
          await exchange(server.url, { method: route.method, path: pathOf(route), headers }),
        )
    all.set('no such path', await exchange(server.url, { method: 'GET', path: '/nowhere', headers: authorised() }))
    all.set(
      'a foreign host',
      await exchange(server.url, { method: 'GET', path: '/', headers: [['host', 'evil.example']] }),
    )
    all.set('not HTTP', await halfExchange(server.url, 'nonsense\r\n\r\n'))
    return all
  })

test.beforeAll(async ({ server }) => {
  const { dataDir } = server
  routes = await routesOf(() => serveFolder(configOf({ port: 0, logLevel: 'silent', dataDir: `${dataDir}-routes` })))
})

const pathOf = ({ url }: Route) =>
  url
    .replace(':tenantId', tenants.first)
    .replace(':id', custodians.fireblocks)
    .replace(/:\w+|\*/g, 'x')

const directivesOf = ({ headers }: Answer) => `${headers['content-security-policy']}`.split(/; ?/)

test('every answer forbids framing, foreign content, sniffing and a referrer, and says the type of its body', async ({
  answers,
}) => {
  const all = await answers()
  expect(all.size).toBeGreaterThan(60)
  for (const [name, answer] of all) {
    expect(directivesOf(answer), name).toEqual(
      expect.arrayContaining(["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
    )
    expect(answer.headers, name).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    if (answer.body) expect(answer.headers['content-type'], name).toMatch(/^[a-z]+\/[a-z0-9.+-]+(; ?[a-z]+=[\w-]+)*$/i)
    if (/^text\//.test(`${answer.headers['content-type']}`))
      expect(answer.headers['content-type']).toMatch(/charset=utf-8/i)
  }
})

test('no answer sets a cookie, allows another origin, or names the server software', async ({ answers }) => {
  for (const [name, { headers }] of await answers())
    for (const header of ['set-cookie', 'access-control-allow-origin', 'server', 'x-powered-by'])
      expect(headers[header], `${header} of ${name}`).toBeUndefined()
})

const path = `/platform/admin/custodians/${custodians.copper}/update_api_keys`

test('another site cannot call an operation from a browser: no preflight passes, and no simple request is accepted', async ({
  server,
  authorised,
  token,
}) => {
  const origin = ['origin', 'https://evil.example'] as const
  const preflight = await exchange(server.url, {
    method: 'OPTIONS',
    path,
    headers: [origin, ['access-control-request-method', 'PUT'], ['access-control-request-headers', 'authorization']],
  })
  expect(preflight.status).toBeGreaterThanOrEqual(400)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const simple = { method: 'POST', path: '/trpc/custodians.updateApiKeys', body: '{}' }
    const sent = await exchange(server.url, { ...simple, headers: [origin, ...authorised(), ['content-type', type]] })
    expect(sent.status, type).toBe(415)
  }
  const cookie = await exchange(server.url, {
    method: 'GET',
    path: '/platform/admin/session',
    headers: [origin, ['cookie', `token=${token}; authorization=Bearer ${token}`]],
  })
  expect(cookie.status, 'a browser sends cookies by itself, so none counts').toBe(401)
})

test('GET and HEAD change nothing: every operation that changes something takes another method', async ({
  server,
  authorised,
}) => {
  for (const method of ['GET', 'HEAD']) {
    expect((await exchange(server.url, { method, path, headers: authorised() })).status).toBe(405)
    const procedure = '/trpc/custodians.updateApiKeys?input=%7B%7D'
    expect((await exchange(server.url, { method, path: procedure, headers: authorised() })).status).toBe(405)
  }
})

test('TRACE is not answered, and no folder is listed', async ({ server, authorised }) => {
  for (const target of ['/', '/livez', '/docs', path]) {
    const { status, body } = await exchange(server.url, { method: 'TRACE', path: target, headers: authorised() })
    expect([404, 405], target).toContain(status)
    expect(body).not.toContain('authorization')
  }
  const read = (at: string) => exchange(server.url, { method: 'GET', path: at, headers: [] })
  expect((await read('/docs/static/')).body, 'the page of the folder, not its list').toContain('id="swagger-ui"')
  for (const at of ['/docs/static', '/docs/static/../', '/.git/config', '/docs/static/..%2f..%2fpackage.json'])
    expect((await read(at)).status, at).toBeGreaterThanOrEqual(400)
})
