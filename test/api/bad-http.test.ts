import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { bodyFor, failureIn, type RotationTransport, rotationTransports, stateOf } from './bad-input.ts'
import { type Talk, talk } from './socket.ts'

let server: TestServer
let authorization: string

beforeAll(async () => {
  server = await startTestServer()
  authorization = `Authorization: Bearer ${await server.token()}\r\n`
})
afterAll(() => server[Symbol.asyncDispose]())

const host = 'Host: localhost\r\n'
const json = 'Content-Type: application/json\r\n'

/** What a request written by hand is refused with, after it was seen that nothing changed and the server lives on. */
async function refusalOf(bytes: string | Uint8Array, options: Talk & { at?: TestServer } = {}) {
  const { at = server, ...more } = options
  const before = await stateOf(at)
  const [answer] = await talk(at, bytes, more)
  expect(await stateOf(at)).toEqual(before)
  expect((await fetch(`${at.url}/livez`)).status).toBe(200)
  if (!answer) return null
  return failureIn(answer.status, answer.headers, answer.body)
}

const authorizationTwice = () => authorization + authorization

const get = (path: string, headers = host) => `GET ${path} HTTP/1.1\r\n${headers}${authorization}\r\n`
const session = '/platform/admin/session'

test('a valid hand-written request is answered (control)', async () => {
  const [answer] = await talk(server, get(session))
  expect(answer?.status).toBe(200)
})

describe.each([session, '/trpc/session.whoAmI', '/livez', '/nowhere'])('%s', (path) => {
  test.each([
    ['two Hosts', `${host}${host}`],
    ['two Hosts in other cases', `${host}HOST: evil.example\r\n`],
    ['no Host', ''],
  ])('with %s is refused', async (_, headers) => {
    expect(await refusalOf(get(path, headers))).toMatchObject({
      status: 400,
      code: 'BadRequest',
      info: [/^Host: is (given more than once|missing)$/],
    })
  })

  test.each([
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example:80',
    '[::2]',
    '127.0.0.2',
    '',
    'localhost:65536',
    'localhost:99999999',
    'localhost:1:2',
    'localhost:port',
    'localhost/',
    'localhost.',
    '[::1',
    '*',
  ])('for the Host "%s" is refused', async (name) => {
    expect(await refusalOf(get(path, `Host: ${name}\r\n`))).toMatchObject({ status: 421, code: 'MisdirectedRequest' })
  })

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1:65535', '[::1]:80', 'localhost:'])(
    'for the Host %s is not',
    async (name) => {
      const [answer] = await talk(server, get(path, `Host: ${name}\r\n`))
      expect(answer?.status).toBe(path === '/nowhere' ? 404 : 200)
    },
  )

  test('with an address of 10 kB is refused', async () => {
    expect(await refusalOf(get(`${path}?${'a'.repeat(10_240)}`))).toMatchObject({ status: 414, code: 'UriTooLong' })
  })

  test.each([
    ['a header of 17 kB', get(path, `${host}X: ${'x'.repeat(17 * 1024)}\r\n`)],
    ['3,000 headers', get(path, host + 'X: 1\r\n'.repeat(3_000))],
    ['an address of 17 kB', get(`${path}?${'a'.repeat(17 * 1024)}`)],
  ])('with %s is refused', async (_, bytes) => {
    expect(await refusalOf(bytes)).toMatchObject({ status: 431, code: 'HeadersTooLarge' })
  })
})

const line = (first: string, headers = host) => `${first}\r\n${headers}\r\n`

test.each([
  ['a target without a slash', line('GET livez HTTP/1.1')],
  ['the target *', line('OPTIONS * HTTP/1.1')],
  ['a fragment', line(`GET ${session}#x HTTP/1.1`)],
  ['CONNECT', line('CONNECT localhost:443 HTTP/1.1')],
  ['an unknown method', line('BREW /livez HTTP/1.1')],
  ['a method in lower case', line('get /livez HTTP/1.1')],
  ['HTTP/0.9', 'GET /livez\r\n\r\n'],
  ['HTTP/1.2', line('GET /livez HTTP/1.2')],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the hello of TLS', Buffer.from('16030100c8010000c40303', 'hex')],
  ['noise', Buffer.from([...Array(64).keys()].map((n) => (n * 37) % 256))],
  ['a broken escape', line('GET /platform/admin/custodians/%/rotations HTTP/1.1')],
  ['an escape that is no UTF-8', line('GET /platform/admin/custodians/%ED%A0%80/rotations HTTP/1.1')],
  ['raw bytes in the address', line('GET /platform/admin/custodians/\xff/rotations HTTP/1.1')],
  ['a blank before the colon', line('GET /livez HTTP/1.1', `${host}X : 1\r\n`)],
  ['a folded header', line('GET /livez HTTP/1.1', `${host}X: 1\r\n 2\r\n`)],
  ['a NUL in a header', line('GET /livez HTTP/1.1', `${host}X: a\0b\r\n`)],
  ['a header without a name', line('GET /livez HTTP/1.1', `${host}: 1\r\n`)],
])('%s is refused as a request', async (_, bytes) => {
  expect(await refusalOf(bytes)).toMatchObject({ status: 400, code: 'BadRequest' })
})

describe('a connection that asked for CONNECT', () => {
  const asked = async () => {
    const socket = connect({ port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => {}).write(line('CONNECT localhost:443 HTTP/1.1'))
    await once(socket, 'data')
    return socket
  }

  test('is closed after the answer, even if the caller does not close it', async () => {
    const socket = await asked()
    const closed = new Promise((resolve) => void socket.once('close', resolve))
    const writing = setInterval(() => socket.write('x'), 20) // what a closed connection answers with a reset
    await closed
    clearInterval(writing)
  })

  test('can be reset without ending the server', async () => {
    const sockets = await Promise.all(Array.from({ length: 20 }, asked))
    for (const socket of sockets) socket.resetAndDestroy()
    await sleep(50)
    expect((await fetch(`${server.url}/livez`)).status).toBe(200)
  })
})

test('an unknown Expect header is ignored', async () => {
  const [answer] = await talk(server, get(session, `${host}Expect: tea\r\n`))
  expect(answer?.status).toBe(200)
})

describe.each(['REST', 'tRPC'] as const)('a rotation through %s', (transport) => {
  const { method, path } = rotationTransports[transport]
  const start = (headers: string) => `${method} ${path} HTTP/1.1\r\n${host}${authorization}${json}${headers}\r\n`

  test.each([
    [
      'Content-Length and Transfer-Encoding',
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n',
      '2\r\n{}\r\n0\r\n\r\n',
    ],
    [
      'Transfer-Encoding and Content-Length',
      'Transfer-Encoding: chunked\r\nContent-Length: 2\r\n',
      '2\r\n{}\r\n0\r\n\r\n',
    ],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n', '{}'],
    ['a list of lengths', 'Content-Length: 2, 2\r\n', '{}'],
    ['a negative length', 'Content-Length: -2\r\n', '{}'],
    ['a length with a sign', 'Content-Length: +2\r\n', '{}'],
    ['a length beyond any number', `Content-Length: ${'9'.repeat(30)}\r\n`, '{}'],
    ['an unknown transfer', 'Transfer-Encoding: xchunked\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['chunks and something over them', 'Transfer-Encoding: chunked, identity\r\n', '2\r\n{}\r\n0\r\n\r\n'],
    ['a chunk that is no number', 'Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than it says', 'Transfer-Encoding: chunked\r\n', '1\r\n{}\r\n0\r\n\r\n'],
  ])('with %s is refused', async (_, headers, body) => {
    expect(await refusalOf(start(headers) + body)).toMatchObject({ status: 400, code: 'BadRequest' })
  })

  test('is not executed if its sender disconnects half-way', async () => {
    const body = await bodyFor(server, transport)
    const half = start(`Content-Length: ${body.length}\r\n`) + body.slice(0, 20)
    await refusalOf(half, { after: (socket) => void socket.end() })
    await refusalOf(half, { after: (socket) => void socket.resetAndDestroy() })
  })

  test('that is a hundred megabytes long is refused at once, while it is still being sent', async () => {
    const size = 100 * 1024 * 1024
    const declared = start(`Content-Length: ${size}\r\n`)
    expect(await refusalOf(declared, { after: pour(size) })).toMatchObject({ status: 413, code: 'PayloadTooLarge' })
    const chunked = `${start('Transfer-Encoding: chunked\r\n')}${size.toString(16)}\r\n`
    expect(await refusalOf(chunked, { after: pour(size) })).toMatchObject({ status: 413, code: 'PayloadTooLarge' })
  })

  test('of a hundred megabytes is answered with 413 even if the sender reads nothing before the end', async () => {
    const size = 100 * 1024 * 1024
    const deaf = async (socket: Socket) => {
      socket.pause()
      await pour(size)(socket)
      socket.resume()
    }
    const bytes = start(`Content-Length: ${size}\r\n`)
    expect(await refusalOf(bytes, { after: deaf })).toMatchObject({ status: 413, code: 'PayloadTooLarge' })
  })

  test('without a token is refused before its body, which never arrives', async () => {
    const bytes = `${method} ${path} HTTP/1.1\r\n${host}${json}Content-Length: 1000000\r\n\r\n`
    expect(await refusalOf(bytes)).toMatchObject({ status: 401, code: 'Unauthenticated' })
  })
})

/** Sends that many bytes as fast as they are taken, until the connection is gone. */
const pour = (size: number) => async (socket: Socket) => {
  const chunk = Buffer.alloc(64 * 1024, ' ')
  const gone = new Promise((resolve) => socket.once('close', resolve))
  for (let sent = 0; sent < size && socket.writable; sent += chunk.length)
    if (!socket.write(chunk)) await Promise.race([gone, new Promise((resolve) => socket.once('drain', resolve))])
}

describe('a HEAD that is refused', () => {
  /** Everything that came back until the server closed the connection. */
  async function received(bytes: string): Promise<string> {
    const { port } = new URL(server.url)
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    return text(socket)
  }
  const withoutBody = /^HTTP\/1\.1 (400|431) [^\r]+\r\n([\w-]+: [^\r]+\r\n)+\r\n$/

  test.each([
    ['a blank before the colon', line('HEAD /livez HTTP/1.1', `${host}X : 1\r\n`)],
    ['an unknown version', line('HEAD /livez HTTP/1.2')],
    ['a blank in its target', line('HEAD /a b HTTP/1.1')],
    ['two lengths', line('HEAD /livez HTTP/1.1', `${host}Content-Length: 1\r\nContent-Length: 2\r\n`)],
    ['a header of 17 kB', line('HEAD /livez HTTP/1.1', `${host}X: ${'x'.repeat(17 * 1024)}\r\n`)],
  ])('for %s gets no body', async (_, bytes) => {
    expect(await received(bytes)).toMatch(withoutBody)
    expect(await received(bytes.replace('HEAD', 'GET'))).not.toMatch(withoutBody)
  })

  test('that Node could parse leaves the connection open for the next request', async () => {
    const head = `HEAD ${session} HTTP/1.1\r\n${host}${authorization}${authorization}\r\n`
    const close = get(session, `${host}Connection: close\r\n`)
    const both = await received(head + close)
    expect(both.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200'])
    expect(both).not.toContain('"code"')
  })
})

describe.each([session, '/trpc/session.whoAmI', '/nowhere'])('%s with a header that must be single', (path) => {
  test.each([
    ['Authorization', authorizationTwice],
    ['Authorization', () => `${authorization}AUTHORIZATION: Bearer x\r\n`],
    ['Content-Type', () => `${authorization}${json}${json}`],
    ['Idempotency-Key', () => `${authorization}Idempotency-Key: a\r\nIdempotency-Key: a\r\n`],
  ])('%s sent twice is refused before anything else', async (name, headers) => {
    expect(await refusalOf(`GET ${path} HTTP/1.1\r\n${host}${headers()}\r\n`)).toMatchObject({
      status: 400,
      code: 'BadRequest',
      info: [`${name}: is given more than once`],
    })
  })
})

describe('what follows on the same connection', () => {
  test('is answered in order, even garbage after a valid request', async () => {
    const answers = await talk(server, `${get(session)}GARBAGE\r\n\r\n`, { responses: 2 })
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
  })

  test('does not change the answer to a rotation in flight', async () => {
    const body = await bodyFor(server, 'REST')
    const { path } = rotationTransports.REST
    const put = `PUT ${path} HTTP/1.1\r\n${host}${authorization}${json}Content-Length: ${body.length}\r\n\r\n${body}`
    const answers = await talk(server, `${put}\0\0\0\r\n\r\n`, { responses: 2 })
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ value: { success: true } })
  })

  test('is not served when the request before it could not be read', async () => {
    const answers = await talk(server, `${line('GET /livez HTTP/1.1', `${host}X : 1\r\n`)}${get(session)}`, {
      responses: 2,
    })
    expect(answers.map(({ status }) => status)).toEqual([400])
  })
})

describe('a request that comes too slowly', () => {
  let hasty: TestServer
  let bearer: string

  beforeAll(async () => {
    // Long enough for what is sent at once, also on a busy machine.
    const quick = { headersTimeout: 400, requestTimeout: 500, connectionsCheckingInterval: 20 }
    hasty = await startTestServer({ limits: quick })
    bearer = `Authorization: Bearer ${await hasty.token()}\r\n`
  })
  afterAll(() => hasty[Symbol.asyncDispose]())

  /** One byte at a time, until the server has had enough. */
  const dribble = async (socket: Socket) => {
    while (socket.writable) {
      socket.write('x')
      await sleep(10)
    }
  }
  const late = { status: 408, code: 'RequestTimeout' }
  const headersOf = (transport: RotationTransport) =>
    `${rotationTransports[transport].method} ${rotationTransports[transport].path} HTTP/1.1\r\n${host}${bearer}${json}Content-Length: 1000\r\n`

  test.each([
    ['nothing', ''],
    ['half a line', 'GET /li'],
    ['half its headers', `GET /livez HTTP/1.1\r\n${host}X: `],
  ])('is refused if only %s arrived, even if more arrives byte by byte', async (_, bytes) => {
    const ways = bytes ? [{}, { after: dribble }] : [{}]
    for (const refusal of await Promise.all(ways.map((way) => refusalOf(bytes, { at: hasty, ...way }))))
      expect(refusal).toMatchObject(late)
  })

  test.each(['REST', 'tRPC'] as const)('is refused if only half its body arrived over %s', async (transport) => {
    const bytes = `${headersOf(transport)}\r\n{"tenantId"`
    const ways = [{}, { after: dribble }]
    for (const refusal of await Promise.all(ways.map((way) => refusalOf(bytes, { at: hasty, ...way }))))
      expect(refusal).toMatchObject(late)
  })

  test('ends within a second and without another answer after it was refused for its size', async () => {
    const bytes = `${headersOf('REST').replace('1000', '1000000')}\r\n`
    const answers = await talk(hasty, bytes, { responses: 2, after: dribble })
    expect(answers.map(({ status }) => status)).toEqual([413])
  })

  test('does not end a rotation that arrived in time but takes the provider longer', async () => {
    // The provider answers once a request that began after the rotation was refused for its slowness.
    const stop = hasty.simulator.onRequest(async () => {
      expect(await talk(hasty, 'GET /li')).toMatchObject([{ status: 408 }])
    })
    const { method, path } = rotationTransports.REST
    const token = await hasty.token()
    const answer = await hasty.rest(token, path, { method, body: await bodyFor(hasty, 'REST') })
    stop()
    expect(answer.status).toBe(200)
  })
})

describe('a caller who stops reading', () => {
  const large = '/docs/static/swagger-ui-bundle.js'
  const times = 20

  /** How many of the large responses arrive at a caller who reads nothing until a promise settles. */
  async function responsesAfter(pause: Promise<unknown>, at: TestServer): Promise<number> {
    const after = async (socket: Socket) => {
      socket.pause()
      await pause
      socket.resume()
    }
    return (await talk(at, get(large).repeat(times), { responses: times, after })).length
  }

  test('is cut off when nothing has moved for the time that is allowed, and only then', async () => {
    const cutOff = Promise.withResolvers<void>()
    const write = (entry: string) => JSON.parse(entry).aborted && cutOff.resolve()
    await using impatient = await startTestServer(
      { limits: { connectionTimeout: 100 } },
      { log: pino({ level: 'info' }, { write }) },
    )
    const [few, all] = await Promise.all([
      responsesAfter(cutOff.promise, impatient),
      responsesAfter(cutOff.promise, server),
    ])
    expect(few).toBeLessThan(times)
    expect(all).toBe(times)
  })
})
