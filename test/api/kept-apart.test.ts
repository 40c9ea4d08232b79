import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { describe, expect } from 'vitest'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'

/** Bytes that are cached for one caller are given to no other who may not have them, over tRPC too. */

const test = base.extend(
  'ask',
  { scope: 'file' },
  ({ server }) =>
    async (path: string, input: object, { token, encoding }: Asked) => {
      const { statusCode, headers, body } = await request(
        `${server.url}/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`,
        { headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding } },
      )
      const bytes = Buffer.from(await body.arrayBuffer())
      const packing = (headers['content-encoding'] ?? 'identity') as Encoding
      return { status: statusCode, headers, text: decode[packing](bytes).toString() }
    },
)

const decode = {
  identity: (bytes: Buffer) => bytes,
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
} as const
type Encoding = keyof typeof decode
const encodings = Object.keys(decode) as Encoding[]

type Asked = { readonly token: string; readonly encoding: Encoding }

const listing = (tenantId: string, custodianId: string) => ({ tenantId, custodianId })
const own = listing(tenants.first, custodians.copper)
const theirs = listing(tenants.second, custodians.large)

describe.each(encodings)('in %s', (encoding) => {
  test('two tenants get their own wallets, in any order of requests, and nothing of each other', async ({
    ask,
    server,
  }) => {
    const first = await server.token({ tenantId: tenants.first })
    const second = await server.token({ tenantId: tenants.second })
    const platform = await server.token()
    const all = async (token: string) => [
      await ask('custodians.wallets', own, { token, encoding }),
      await ask('custodians.wallets', theirs, { token, encoding }),
    ]
    const [kept, keptToo] = await all(platform)
    expect(kept?.text).not.toBe(keptToo?.text)
    const [mine, notMine] = await all(first)
    const [notTheirs, theirOwn] = await all(second)
    expect([mine?.status, notMine?.status, notTheirs?.status, theirOwn?.status]).toEqual([200, 404, 404, 200])
    expect([mine?.text, theirOwn?.text]).toEqual([kept?.text, keptToo?.text])
    const missing = await ask('custodians.wallets', listing(tenants.first, '999999'), { token: first, encoding })
    const shape = (text = '') => JSON.parse(text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":""'))
    expect(shape(notMine?.text)).toEqual(shape(missing.text))
    const crossed = listing(tenants.first, custodians.large)
    expect((await ask('custodians.wallets', crossed, { token: platform, encoding })).status).toBe(404)
  })

  test.for([
    ['custodians.wallets', own],
    ['reports.reserves', {}],
  ] as const)(
    '%s is authorized every time, even while its bytes are cached',
    async ([path, input], { ask, server }) => {
      const name = `${path} ${encoding}`
      const token = await server.token({ name })
      expect((await ask(path, input, { token, encoding })).status).toBe(200)
      await server.app.store.revokeToken({ token: name, actor: 'test', at: Date.now() })
      const refused = await ask(path, input, { token, encoding })
      expect([refused.status, refused.headers['content-encoding']]).toEqual([401, undefined])
      const lacking = await server.token({ permissions: ['audit:read'] })
      expect((await ask(path, input, { token: lacking, encoding })).status).toBe(403)
      const expired = await server.token({ expiresAt: Date.now() - 1 })
      expect((await ask(path, input, { token: expired, encoding })).status).toBe(401)
    },
  )

  test('the reserves of the whole platform are cached for no tenant', async ({ ask, server }) => {
    expect((await ask('reports.reserves', {}, { token: await server.token(), encoding })).status).toBe(200)
    const tenant = await server.token({ tenantId: tenants.first })
    expect((await ask('reports.reserves', {}, { token: tenant, encoding })).status).toBe(403)
  })

  test('cached answers must not be stored by intermediaries', async ({ ask, server }) => {
    const { headers } = await ask('custodians.wallets', own, { token: await server.token(), encoding })
    expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  })
})
