import { once } from 'node:events'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FastPath } from '../../server/context/parts.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { cachedTargets, requestShapes, type Shape } from './request-shapes.ts'

/** Which of them answers first: the standard fast path, none, or one that is wrong. */
type Mode = 'standard' | 'none' | 'wrong'

const wrong: FastPath = (_request, response) => {
  response.writeHead(200, { 'content-length': 2 }).end('{}')
  return true
}

/** A switch in front of the framework; `hits` counts what the standard fast path answered. */
function createSwitch() {
  const state = { mode: 'standard' as Mode, hits: 0 }
  const wrapFastPath =
    (standard: FastPath): FastPath =>
    (request, response) => {
      if (state.mode === 'none') return false
      if (state.mode === 'wrong') return wrong(request, response)
      const count = (isAnswered: boolean) => {
        if (isAnswered) state.hits += 1
        return isAnswered
      }
      const answered = standard(request, response)
      return typeof answered === 'boolean' ? count(answered) : answered.then(count)
    }
  return { state, wrapFastPath }
}

const lastRequest = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

/** All that the server sends to these bytes and a last request, without what differs between any two answers. */
async function exchange({ url }: Pick<TestServer, 'url'>, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(bytes + lastRequest, 'latin1')
  const received = (await buffer(socket)).toString('latin1')
  const [, process] = /^request-id: (.{12})-/m.exec(received) ?? []
  return received
    .replace(/^date: .*$/gim, 'date')
    .replaceAll(new RegExp(`${process ?? 'none'}-[0-9a-z]+`, 'g'), 'request ID')
    .replace(/^(HTTP\S+ [45][\s\S]*?)content-length: \d+/gm, '$1content-length')
}

/** The shapes that are answered in another way by this mode than by the framework alone. */
async function differences(at: Switched, shapes: readonly Shape[], mode: Mode): Promise<string[]> {
  const { server, state } = at
  const differing: string[] = []
  for (const { name, bytes, isFast } of shapes) {
    state.mode = 'none'
    if (isFast) await exchange(server, bytes) // fills the caches
    const expected = await exchange(server, bytes)
    Object.assign(state, { mode, hits: 0 })
    const answered = await exchange(server, bytes)
    if (answered !== expected)
      differing.push(`${name}: ${answered.slice(0, 2_000)} instead of ${expected.slice(0, 2_000)}`)
    if (mode === 'standard' && state.hits !== Number(isFast)) differing.push(`${name}: ${state.hits} hits`)
  }
  return differing
}

type Switched = { readonly server: TestServer; readonly state: ReturnType<typeof createSwitch>['state'] }

const limits = { failedAuthentications: 100_000, tokenRate: 0 }

async function startSwitched(...[config, parts]: Parameters<typeof startTestServer>): Promise<Switched> {
  const { state, wrapFastPath } = createSwitch()
  return { state, server: await startTestServer({ ...config, limits }, { ...parts, wrapFastPath }) }
}

describe('every request is answered alike, byte for byte, with and without the fast path', () => {
  let at: Switched
  let shapes: readonly Shape[]

  beforeAll(async () => {
    at = await startSwitched()
    const { server } = at
    const token = await server.token()
    const bearerOf = async (isFast: boolean, options = {}) => ({
      authorization: `Bearer ${await server.token(options)}`,
      isFast,
    })
    const revoked = await bearerOf(false, { name: 'to be revoked' })
    await server.app.store.revokeToken({ token: 'to be revoked', actor: 'test', at: Date.now() })
    const expired = await bearerOf(false, { name: 'expired', expiresAt: Date.now() - 1_000 })
    const answer = await server.rest(token, cachedTargets.wallets)
    await answer.bytes()
    const bearers = {
      revoked,
      expired,
      'another platform token': await bearerOf(true),
      'without permissions': await bearerOf(false, { permissions: [] }),
      'bound to this address': await bearerOf(true, { allowedFrom: ['127.0.0.0/8'] }),
      'bound to another address': await bearerOf(false, { allowedFrom: ['192.0.2.0/24'] }),
      'of another tenant': await bearerOf(false, { tenantId: tenants.second }),
      'no token': { authorization: null, isFast: false },
      'an unknown token': { authorization: `Bearer ${token.slice(0, -1)}`, isFast: false },
      'another scheme': { authorization: `Basic ${token}`, isFast: false },
      'lower case': { authorization: `bearer ${token}`, isFast: true },
      'two spaces': { authorization: `Bearer  ${token}`, isFast: true },
      'something after it': { authorization: `Bearer ${token} x`, isFast: false },
    }
    shapes = requestShapes(`Bearer ${token}`, bearers, answer.headers.get('etag') as string)
  })
  afterAll(() => at.server[Symbol.asyncDispose]())

  test('at every target, for every caller and with every odd header', async () => {
    expect(await differences(at, shapes, 'standard')).toEqual([])
    expect(shapes.filter(({ isFast }) => isFast).length).toBeGreaterThan(90)
  })

  test('control: another answer in front of the framework is found', async () => {
    const few = shapes.slice(0, 3)
    expect(await differences(at, few, 'wrong')).toHaveLength(few.length)
  })

  test('and behind a proxy, which tells whose request it is', async () => {
    const { server, state } = await startSwitched({ behindProxy: true })
    await using _ = server
    const token = await server.token({ allowedFrom: ['192.0.2.0/24'] })
    const from = (address: string, isFast: boolean): Shape => ({
      name: address,
      isFast,
      bytes: `GET ${cachedTargets.reserves} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    })
    const forwarded = [
      from('192.0.2.1', true),
      from('198.51.100.1, 192.0.2.9', true),
      from('192.0.2.1, 198.51.100.1', false),
    ]
    expect(await differences({ server, state }, forwarded, 'standard')).toEqual([])
  })
})

/** Sends the same request again and again over one connection; answers the status of each answer. */
async function keepAlive({ url }: TestServer, request: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  let received = ''
  const answer = async (): Promise<number> => {
    const [head, status, length] = /^HTTP\S+ (\d+)[\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n/i.exec(received) ?? []
    if (head !== undefined && received.length >= head.length + Number(length)) {
      received = received.slice(head.length + Number(length))
      return Number(status)
    }
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    received += chunk.toString('latin1')
    return answer()
  }
  const ask = async (times: number): Promise<number[]> => {
    socket.write(request.repeat(times))
    return Array.fromAsync(Array.from({ length: times }), answer)
  }
  return { ask, [Symbol.dispose]: () => void socket.destroy() }
}

const requestOf = (token: string, target: string = cachedTargets.reserves) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`

describe('at the next request on the same connection', () => {
  test('a token that another process revoked is refused', async () => {
    const { server, state } = await startSwitched()
    await using _ = server
    await using other = await server.data.otherServer()
    const token = await server.token({ name: 'ada' })
    using connection = await keepAlive(server, requestOf(token))
    expect([await connection.ask(1), await connection.ask(1), state.hits]).toEqual([[200], [200], 1])
    await other.store.revokeToken({ token: 'ada', actor: 'test', at: Date.now() })
    expect([await connection.ask(1), state.hits]).toEqual([[401], 1])
  })

  test('control: it is the version of the tokens that tells of it', async () => {
    await using plain = await startTestServer()
    const store = await plain.data.open()
    const { server } = await startSwitched({ dataDir: plain.dataDir }, { store: { ...store, tokensVersion: () => 1n } })
    const token = await server.token({ name: 'ada' })
    using connection = await keepAlive(server, requestOf(token))
    expect(await connection.ask(1)).toEqual([200])
    await store.revokeToken({ token: 'ada', actor: 'test', at: Date.now() })
    expect(await connection.ask(1), 'which would be wrong').toEqual([200])
    await server[Symbol.asyncDispose]()
    await store.close()
  })

  test('a token that expired is refused', async () => {
    let now = Date.now()
    const { server, state } = await startSwitched({}, { clock: { now: () => now } })
    await using _ = server
    using connection = await keepAlive(server, requestOf(await server.token({ expiresAt: now + 60_000 })))
    expect([await connection.ask(1), await connection.ask(1), state.hits]).toEqual([[200], [200], 1])
    now += 60_000
    expect([await connection.ask(1), state.hits]).toEqual([[401], 1])
  })

  test('what another process wrote is answered, whichever token changed meanwhile', async () => {
    const { server, state } = await startSwitched()
    await using _ = server
    await using other = await server.data.otherServer()
    const read = async (token: string) => (await server.rest(token, cachedTargets.wallets)).json()
    const ada = await server.token({ name: 'ada' })
    const bob = await server.token({ name: 'bob' })
    const before = await read(ada)
    expect([await read(ada), await read(bob), await read(bob), state.hits]).toEqual([before, before, before, 2])
    await other.store.putCustodians([
      {
        custodianId: custodians.copper,
        tenantId: tenants.first,
        name: 'Renamed',
        provider: 'copper',
        baseUrl: 'simulator:',
      },
    ])
    expect(await read(bob)).toMatchObject({ value: { custodianName: 'Renamed' } })
    expect(await read(ada)).toMatchObject({ value: { custodianName: 'Renamed' } })
    expect(state.hits).toBe(2)
  })
})

test('the limits of a token count what the fast path answers', async () => {
  const { state, wrapFastPath } = createSwitch()
  await using server = await startTestServer({ limits: { tokenRate: 3 } }, { wrapFastPath })
  using connection = await keepAlive(server, requestOf(await server.token()))
  expect(await connection.ask(1)).toEqual([200])
  const statuses = await connection.ask(12)
  expect(statuses.slice(-6)).toContain(429)
  expect(state.hits).toBeGreaterThan(0)
})

test('the request log has the same lines', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const { server, state } = await startSwitched({ accessLog: true }, { log })
  await using _ = server
  const token = await server.token({ name: 'a "name"' })
  const requests = () => lines.filter((line) => line.includes('"msg":"request"'))
  const linesOf = async (mode: Mode) => {
    const before = requests().length
    Object.assign(state, { mode, hits: 0 })
    for (const target of Object.values(cachedTargets)) await exchange(server, requestOf(token, target))
    const expected = before + 2 * Object.keys(cachedTargets).length
    await expect.poll(() => requests().length).toBe(expected)
    return requests()
      .slice(before)
      .map((line) => line.replace(/"(time|ms)":[\d.]+|"requestId":"[^"]+"/g, ''))
      .sort()
  }
  // From then on the IDs of all requests, and so their answers, have the same length.
  await linesOf('none')
  await linesOf('none')
  expect(await linesOf('standard')).toEqual(await linesOf('none'))
})
