import pino from 'pino'
import { describe, expect, test } from 'vitest'
import { createRefusalThinning, type RefusalCount } from '../../server/http/listener/refusal-thinning.ts'
import { custodians, id, tenants } from '../harness/seed.ts'
import { startTestServer, type TestConfig } from '../harness/server.ts'

type Line = Readonly<Record<string, unknown>> & { readonly msg: string }

async function startLogging(config: TestConfig = {}) {
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line) => void lines.push(line) })
  const server = await startTestServer({ behindProxy: true, accessLog: false, ...config }, { log })
  const read = (msg = 'request') => lines.map((line) => JSON.parse(line) as Line).filter((line) => line.msg === msg)
  return { server, lines, read, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const session = '/platform/admin/session'
const wallets = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`
const trpcWallets = `/trpc/custodians.wallets?input=${encodeURIComponent(
  JSON.stringify({ tenantId: tenants.first, custodianId: custodians.copper }),
)}`
const inputs: Readonly<Record<string, object>> = {
  'custodians.wallets': { tenantId: tenants.first, custodianId: custodians.copper },
  'custodians.rotation': { custodianId: '999', rotationId: '019a9d3e-7c51-7cc3-98c4-dc0c0c07398f' },
}
/** The path of a tRPC batch. */
const batchOf = (names: readonly string[]) => {
  const input = Object.fromEntries(names.map((name, at) => [at, inputs[name] ?? {}]))
  return `/trpc/${names.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

describe('refused access leaves a line with address, token ID, code and request ID', () => {
  test.each([
    ['REST', session, wallets],
    ['tRPC', '/trpc/session.whoAmI?input=%7B%7D', trpcWallets],
  ])('through %s', async (_door, any, listing) => {
    await using logging = await startLogging({ limits: { tokenRate: 1 } })
    const { server, lines, read } = logging
    const revoked = await server.token({ name: 'revoked' })
    const expired = await server.token({ name: 'expired', expiresAt: 1 })
    const bound = await server.token({ name: 'bound', allowedFrom: ['192.0.2.0/24'] })
    const lacking = await server.token({ name: 'lacking', permissions: [] })
    const hasty = await server.token({ name: 'hasty' })
    await server.app.store.revokeToken({ token: 'revoked', actor: 'test', at: Date.now() })
    const asked: [string | null, string][] = [
      [null, any],
      [`${revoked.slice(0, -1)}!`, any],
      [revoked, any],
      [expired, any],
      [bound, any],
      [lacking, listing],
      [hasty, any],
      [hasty, any],
    ]
    const ids: (string | null)[] = []
    for (const [token, path] of asked) {
      const answer = await server.rest(token, path, from('198.51.100.7'))
      await answer.bytes()
      ids.push(answer.headers.get('request-id'))
    }
    await expect.poll(() => read().length).toBe(7)
    // A line is written when its response is closed, which may be after the next request.
    const lineOf = new Map(read().map((line) => [line.requestId, line]))
    const refused = [...ids.slice(0, 6), ids[7]].map((requestId) => lineOf.get(requestId))
    expect(refused.map((line) => [line?.level, line?.code, line?.tokenId, line?.token])).toEqual([
      [40, 'Unauthenticated', null, null],
      [40, 'Unauthenticated', null, null],
      [40, 'Unauthenticated', 1, 'revoked'],
      [40, 'Unauthenticated', 2, 'expired'],
      [40, 'Forbidden', 3, 'bound'],
      [40, 'Forbidden', 4, 'lacking'],
      [40, 'TooManyRequests', 5, 'hasty'],
    ])
    expect(new Set(read().map(({ address }) => address))).toEqual(new Set(['198.51.100.7']))
    for (const token of [revoked, expired, bound, lacking, hasty])
      for (const part of [token, token.slice(4, 20), token.slice(-12)]) expect(lines.join('')).not.toContain(part)
  })

  test.each([
    ['session.whoAmI', 'custodians.wallets'],
    ['custodians.wallets', 'session.whoAmI'],
    ['custodians.rotation', 'custodians.wallets'],
  ])('a refused call in a batch of %s and %s, though the batch is answered', async (...names) => {
    await using logging = await startLogging()
    const { server, read } = logging
    const token = await server.token({ permissions: ['custodians:read'] })
    const answer = await server.rest(token, batchOf(names), from('198.51.100.7'))
    expect(answer.status).toBe(207)
    await answer.bytes()
    await expect.poll(() => read()).toMatchObject([{ level: 40, status: 207, code: 'Forbidden', tokenId: 1 }])
  })

  test('counted refusals are logged when the server stops', async () => {
    const logging = await startLogging({ limits: { failedAuthentications: 15 } })
    for (let times = 0; times < 40; times += 1)
      await (await logging.server.rest(null, session, from('192.0.2.1'))).bytes()
    await expect.poll(() => logging.read().length).toBe(10)
    await logging[Symbol.asyncDispose]()
    expect(logging.read('more requests were refused')).toMatchObject([
      { level: 40, address: '192.0.2.1', tokenId: null, codes: { Unauthenticated: 5, TooManyRequests: 25 } },
    ])
  })
})

test('addresses of one /64 share their failed authentications', async () => {
  await using logging = await startLogging({ limits: { failedAuthentications: 5 } })
  const statuses: number[] = []
  for (let host = 1; host <= 8; host += 1)
    statuses.push((await logging.server.rest(null, session, from(`2001:db8:0:1::${host}`))).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  expect((await logging.server.rest(null, session, from('2001:db8:0:2::1'))).status).toBe(401)
})

describe('a flood', () => {
  const many = 50_000

  test.each<[string, (at: number) => string]>([
    ['one address', () => '192.0.2.1'],
    ['one /64', (at) => `2001:db8::${at.toString(16).replace(/(?=(.{4})+$)/g, ':')}`.replace(':::', '::')],
    ['as many /64', (at) => `2001:db8:${(at >> 16).toString(16)}:${(at & 0xffff).toString(16)}::1`],
    ['as many IPv4 addresses', (at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`],
    ['what is no address', (at) => `nonsense ${at}`],
  ])('from %s uses neither more memory nor more log lines', (_what, addressOf) => {
    const counts: RefusalCount[] = []
    const thinning = createRefusalThinning((count) => counts.push(count))
    const feed = (total: number) => {
      let lines = 0
      for (let at = 0; at < total; at += 1)
        if (thinning.admits({ address: addressOf(at), tokenId: null, code: 'Unauthenticated' })) lines += 1
      return lines
    }
    const lines = feed(many)
    thinning.flush()
    expect(lines).toBeLessThanOrEqual(1_010)
    expect(counts.length).toBeLessThanOrEqual(101)
    const counted = counts.reduce((sum, { codes }) => sum + (codes.Unauthenticated ?? 0), 0)
    expect(counted + lines, 'none is lost').toBe(many)
  })

  test('of unknown tokens does not hide the actions of a known token', () => {
    const counts: RefusalCount[] = []
    const thinning = createRefusalThinning((count) => counts.push(count))
    for (let at = 0; at < 5_000; at += 1)
      thinning.admits({ address: `10.0.${at >> 8}.${at & 255}`, tokenId: null, code: 'Unauthenticated' })
    expect(thinning.admits({ address: '10.0.0.1', tokenId: id(7), code: 'Unauthenticated' })).toBe(true)
  })
})

describe('the use of a revoked token', () => {
  const recordsIn = async ({ app }: Awaited<ReturnType<typeof startLogging>>['server']) =>
    (await app.store.listAudit({ kind: 'token.refused', limit: 100 }, null)).records

  test('is audited before it is answered, once per hour and address, with the number of repetitions', async () => {
    const logging = await startLogging({ limits: { failedAuthentications: 1_000 } })
    const { server } = logging
    const token = await server.token({ name: 'leaver', tenantId: tenants.first })
    await server.app.store.revokeToken({ token: 'leaver', actor: 'test', at: Date.now() })
    for (let times = 0; times < 50; times += 1) {
      const path = times % 2 ? session : batchOf(['session.whoAmI', 'session.whoAmI'])
      expect((await server.rest(token, path, from('192.0.2.1'))).status).toBe(401)
    }
    const first = await recordsIn(server)
    expect(first).toMatchObject([
      {
        actor: 'leaver',
        actorTokenId: '1',
        tenantId: tenants.first,
        details: { tokenId: '1', reason: 'revoked', address: '192.0.2.1', attempts: '1' },
      },
    ])
    for (let host = 2; host < 60; host += 1) await server.rest(token, session, from(`192.0.2.${host}`))
    const records = await recordsIn(server)
    expect(records).toHaveLength(4)
    expect(records[0]?.details).toMatchObject({ address: 'other addresses', attempts: '1' })
    const recorded: { details: { address: string; attempts: string } }[] = []
    const { recordAudit } = server.app.store
    Object.assign(server.app.store, { recordAudit: (record: never) => recorded.push(record) && recordAudit(record) })
    await logging[Symbol.asyncDispose]()
    expect(recorded.map(({ details }) => [details.address, details.attempts])).toEqual([
      ['192.0.2.1', '49'],
      ['other addresses', '55'],
    ])
  })

  test('is refused even if the audit log cannot be written, and an unknown token causes no write', async () => {
    await using logging = await startLogging({ limits: { failedAuthentications: 1_000 } })
    const { server, lines } = logging
    const token = await server.token({ name: 'leaver' })
    await server.app.store.revokeToken({ token: 'leaver', actor: 'test', at: Date.now() })
    let writes = 0
    const recordAudit = () => {
      writes += 1
      return Promise.reject(new Error('disk full'))
    }
    Object.assign(server.app.store, { recordAudit })
    for (const stranger of [null, 'srt_x', `${token.slice(0, -1)}!`, await server.token({ expiresAt: 1 })])
      expect((await server.rest(stranger, session)).status).toBe(401)
    expect(writes).toBe(0)
    expect((await server.rest(token, session)).status).toBe(401)
    expect(writes).toBe(1)
    expect(lines.join('')).toContain('could not write the audit record of a refused token')
  })
})
