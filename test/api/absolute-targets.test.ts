import { connect } from 'node:tls'
import { describe, expect } from 'vitest'
import { test as base } from '../harness/fixtures.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { startTlsServer } from '../harness/tls-server.ts'
import { failureIn } from './bad-input.ts'
import { type RawResponse, talk } from './socket.ts'

let authorization: string

const test = base
  .extend(
    'get',
    { scope: 'file' },
    ({ server }) =>
      async ({ target, headers = host + authorization, at = server }: Sent): Promise<RawResponse> => {
        const [answer] = await talk(at, `GET ${target} HTTP/1.1\r\n${headers}\r\n`)
        return answer as RawResponse
      },
  )
  .extend('refusalOf', { scope: 'file' }, ({ get }) => async (sent: Sent) => {
    const { status, headers, body } = await get(sent)
    return failureIn(status, headers, body)
  })

test.beforeAll(async ({ server }) => {
  authorization = `Authorization: Bearer ${await server.token()}\r\n`
})

const host = 'Host: localhost\r\n'
const session = '/platform/admin/session'

type Sent = { readonly target: string; readonly headers?: string; readonly at?: TestServer }

const misdirected = { status: 421, code: 'MisdirectedRequest' }

describe('a request target in absolute form', () => {
  test.for([
    'http://localhost',
    'HTTP://LOCALHOST',
    'http://127.0.0.1',
    'http://[::1]',
    'http://localhost:',
    'http://localhost:1',
    'http://localhost:65535',
  ])('on %s is answered like its path', async (origin, { get }) => {
    const { status, body } = await get({ target: origin + session })
    expect([status, JSON.parse(body).value.tokenName]).toEqual([200, 'tester'])
  })

  test('keeps its query, and is a tRPC call if its path is', async ({ get }) => {
    const answer = await get({ target: `http://localhost${session}?api-version=9` })
    expect(failureIn(answer.status, answer.headers, answer.body)).toMatchObject({ code: 'UnsupportedApiVersion' })
    const called = await get({ target: 'http://localhost/trpc/session.whoAmI?input=%7B%7D' })
    expect(called.body).toContain('"result":{"data":{"tokenName":"tester"')
    const failed = await get({ target: 'http://localhost/trpc/nosuch' })
    expect(failureIn(failed.status, failed.headers, failed.body)).toMatchObject({ status: 404, code: 'NotFound' })
  })

  test.for(['http://localhost', 'http://localhost?x=/docs', 'http://localhost:1?http://evil.example/docs'])(
    'without a path (%s) means the root',
    async (target, { get }) => {
      const root = await get({ target: '/' })
      const answer = await get({ target })
      expect([answer.status, answer.headers.get('location')]).toEqual([root.status, root.headers.get('location')])
    },
  )

  test('needs a token if its path does', async ({ refusalOf }) => {
    expect(await refusalOf({ target: `http://localhost${session}`, headers: host })).toMatchObject({ status: 401 })
  })

  test.for([
    'http://evil.example',
    'http://localhost.evil.example',
    'http://localhost.',
    'http://127.0.0.2',
    'http://localhost:65536',
    'http://localhost:1:2',
    'http://localhost:port',
    'http://[::1',
  ])('on %s is refused with any Host', async (origin, { refusalOf }) => {
    for (const path of [session, '/livez', '/nowhere', '/trpc/session.whoAmI'])
      expect(await refusalOf({ target: origin + path })).toMatchObject(misdirected)
  })

  test.for([
    'http://user@localhost/livez',
    'http://user:secret@localhost/livez',
    'http://localhost@evil.example/livez',
    'http://localhost\\evil.example/livez',
    'http://evil.example\\localhost/livez',
    'http:///livez',
    'http://?x',
    'http:/livez',
    'http:livez',
    'http//localhost/livez',
    'ftp://localhost/livez',
    'file:///etc/passwd',
    'ws://localhost/livez',
    'http://localhost/livez#x',
    'localhost:80',
  ])('(%s) without a host, or with a user or another scheme, is refused', async (target, { refusalOf }) => {
    expect(await refusalOf({ target })).toMatchObject({ status: 400, code: 'BadRequest' })
  })

  test('overrides the Host header, which must still be allowed', async ({ refusalOf, get }) => {
    const target = `http://localhost${session}`
    const withHost = (name: string) => refusalOf({ target, headers: `Host: ${name}\r\n${authorization}` })
    expect(await withHost('evil.example')).toMatchObject(misdirected)
    expect((await get({ target, headers: `Host: 127.0.0.1\r\n${authorization}` })).status).toBe(200)
    expect(await refusalOf({ target, headers: authorization })).toMatchObject({ info: ['Host: is missing'] })
    expect(await refusalOf({ target, headers: host + host })).toMatchObject({ info: ['Host: is given more than once'] })
  })

  test('of 10 kB is refused', async ({ refusalOf }) => {
    const target = `http://localhost/livez?${'a'.repeat(10_240)}`
    expect(await refusalOf({ target })).toMatchObject({ status: 414, code: 'UriTooLong' })
  })
})

describe('an https target', () => {
  const target = 'https://localhost/livez'

  test('is refused if TLS was not terminated', async ({ refusalOf }) => {
    expect(await refusalOf({ target })).toMatchObject(misdirected)
  })

  test('is answered behind a proxy, like an http one', async ({ get }) => {
    await using at = await startTestServer({ behindProxy: true })
    for (const each of [target, 'http://localhost/livez']) expect((await get({ target: each, at })).status).toBe(200)
  })

  test('is answered over TLS, and an http one refused', async () => {
    await using at = await startTlsServer()
    expect(await statusOver(at, target)).toBe(200)
    expect(await statusOver(at, 'http://localhost/livez')).toBe(421)
  })
})

/** The status that a target is answered over TLS. */
function statusOver({ url }: TestServer, target: string): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false })
  socket.write(`GET ${target} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)
  return new Promise((resolve, reject) => {
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    socket.on('error', reject)
    socket.on('end', () => resolve(Number(received.split(' ')[1])))
  })
}
