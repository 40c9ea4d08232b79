import { expect, test } from 'vitest'
import { tenants } from '../harness/seed.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { refusalOf } from './bad-input.ts'
import { requestOf, type Transport } from './platform.ts'

const transports = Object.keys(requestOf) as Transport[]

const ask = (server: TestServer, { transport, token, from }: { transport: Transport; token: string; from?: string }) =>
  fetch(
    requestOf[transport](server, {
      name: 'session.whoAmI',
      token,
      ...(from !== undefined && { headers: { 'x-forwarded-for': from } }),
    }),
  )

const refusalsIn = async ({ app }: TestServer) =>
  (await app.store.listAudit({ kind: 'token.refused', limit: 100 }, null)).records

test.each([
  ['10.0.0.0/8', '10.1.2.3', '11.0.0.1'],
  ['10.0.0.0/8', '::ffff:10.1.2.3', '::ffff:11.0.0.1'],
  ['203.0.113.7/32', '203.0.113.7', '203.0.113.70'],
  ['::1/128', '0:0:0:0:0:0:0:1', '::2'],
  ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
  ['0.0.0.0/0', '192.0.2.1', '2001:db8::1'],
  ['::/0', '2001:db8::1', '192.0.2.1'],
])(
  'a token bound to %s is accepted from %s and refused from %s, over both transports',
  async (range, inside, outside) => {
    await using server = await startTestServer({ behindProxy: true })
    const token = await server.token({ allowedFrom: ['198.51.100.0/24', range] })
    for (const transport of transports) {
      expect((await ask(server, { transport, token, from: inside })).status).toBe(200)
      expect(await refusalOf(await ask(server, { transport, token, from: outside }))).toMatchObject({
        status: 403,
        code: 'Forbidden',
        info: [expect.stringMatching(/^address: \S+ is not allowed for this token$/)],
      })
    }
  },
)

test.each(['unknown', '', '10.0.0.1:80', '10.1', '012.0.0.1', '::10.0.0.1', '10.0.0.1%eth0', 'x'.repeat(500)])(
  'an X-Forwarded-For of "%s" is not an address, and is never repeated',
  async (from) => {
    await using server = await startTestServer({ behindProxy: true })
    const token = await server.token({ allowedFrom: ['10.0.0.0/8'] })
    const refusal = await refusalOf(await ask(server, { transport: 'REST', token, from }))
    expect(refusal.status).toBe(403)
    expect((await refusalsIn(server)).map(({ details }) => details.address)).toEqual([
      from === '' ? '127.0.0.1' : 'an unknown address',
    ])
  },
)

test("X-Forwarded-For is trusted only from the proxy's addresses: a caller who bypasses the proxy cannot set an address", async () => {
  await using elsewhere = await startTestServer({ behindProxy: true, proxyAddresses: ['192.0.2.0/24'] })
  await using here = await startTestServer({ behindProxy: true, proxyAddresses: ['192.0.2.0/24', '127.0.0.0/8'] })
  for (const [server, status] of [
    [elsewhere, 403],
    [here, 200],
  ] as const) {
    const token = await server.token({ allowedFrom: ['10.0.0.0/8'] })
    for (const transport of transports)
      expect((await ask(server, { transport, token, from: '10.1.2.3' })).status).toBe(status)
  }
  expect((await refusalsIn(elsewhere)).map(({ details }) => details.address)).toContain('127.0.0.1')
})

test('a caller cannot choose its own address: only the last one counts, and none without a proxy', async () => {
  await using proxied = await startTestServer({ behindProxy: true })
  const token = await proxied.token({ allowedFrom: ['10.0.0.0/8'] })
  expect((await ask(proxied, { transport: 'REST', token, from: '10.0.0.1, 192.0.2.1' })).status).toBe(403)
  expect((await ask(proxied, { transport: 'REST', token, from: '192.0.2.1, 10.0.0.1' })).status).toBe(200)
  await using alone = await startTestServer()
  const other = await alone.token({ allowedFrom: ['10.0.0.0/8'] })
  expect((await ask(alone, { transport: 'REST', token: other, from: '10.0.0.1' })).status).toBe(403)
  const local = await alone.token({ allowedFrom: ['127.0.0.0/8'] })
  expect((await ask(alone, { transport: 'REST', token: local, from: '10.0.0.1' })).status).toBe(200)
})

test('a revoked or expired token is reported as such from any address', async () => {
  await using server = await startTestServer()
  const expired = await server.token({ allowedFrom: ['10.0.0.0/8'], expiresAt: 1 })
  expect((await ask(server, { transport: 'REST', token: expired })).status).toBe(401)
  const revoked = await server.token({ allowedFrom: ['10.0.0.0/8'], name: 'leaver' })
  await server.app.store.revokeToken({ token: 'leaver', actor: 'test', at: Date.now() })
  expect((await ask(server, { transport: 'REST', token: revoked })).status).toBe(401)
  expect((await refusalsIn(server)).map(({ details }) => details.reason)).toEqual(['revoked'])
})

test('a refusal is audited before it is answered, and a flood of refusals with one record per minute and address', async () => {
  await using server = await startTestServer({ behindProxy: true, limits: { failedAuthentications: 5 } })
  const token = await server.token({ allowedFrom: ['10.0.0.0/8'], name: 'night', tenantId: tenants.first })
  for (let times = 0; times < 8; times += 1) {
    const { status } = await ask(server, { transport: 'REST', token, from: '192.0.2.1' })
    expect([times, status]).toEqual([times, times < 5 ? 403 : 429])
  }
  expect(await refusalsIn(server)).toMatchObject([
    { actor: 'night', tenantId: tenants.first, details: { name: 'night', address: '192.0.2.1', attempts: '1' } },
  ])
  for (let host = 2; host < 40; host += 1) await ask(server, { transport: 'REST', token, from: `192.0.2.${host}` })
  const records = await refusalsIn(server)
  expect(records).toHaveLength(11)
  expect(records[0]?.details).toMatchObject({ address: 'other addresses', attempts: '1' })
})

test('refusals counted but not yet recorded are recorded when the server stops', async () => {
  const server = await startTestServer()
  const token = await server.token({ allowedFrom: ['10.0.0.0/8'] })
  for (let times = 0; times < 5; times += 1) await ask(server, { transport: 'tRPC', token })
  const { recordAudit } = server.app.store
  const recorded: unknown[] = []
  Object.assign(server.app.store, { recordAudit: (record: never) => recorded.push(record) && recordAudit(record) })
  await server[Symbol.asyncDispose]()
  expect(recorded).toMatchObject([{ kind: 'token.refused', details: { attempts: '4' } }])
})

test('a refusal that cannot be audited is still a refusal', async () => {
  const failing = { recordAudit: () => Promise.reject(new Error('disk full')) }
  await using server = await startTestServer()
  Object.assign(server.app.store, failing)
  const token = await server.token({ allowedFrom: ['10.0.0.0/8'] })
  expect((await ask(server, { transport: 'REST', token })).status).toBe(403)
})
