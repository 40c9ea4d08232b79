import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { describe, expect } from 'vitest'
import type { Store } from '../../server/store/store.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, icon, id, tenants } from '../harness/seed.ts'

const wallets = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`
const reads = [wallets, `${wallets}?onlyActive=false`, `${wallets}?icons=false`, '/platform/admin/reports/reserves']

type Asked = {
  readonly path: string
  readonly method?: 'GET' | 'HEAD'
  readonly token?: string
  readonly headers?: object
}

const test = base
  /** Another store over the same folder, as another process has it: own connections, own writer. */
  .extend('other', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const other = await server.data.open()
    onCleanup(() => other.close())
    return other
  })
  /** The answer with its bytes as they were sent. */
  .extend('ask', { scope: 'file' }, ({ server, token }) => {
    return async ({ path, method = 'GET', headers, token: bearer = token }: Asked) => {
      const init = { method, headers: { authorization: `Bearer ${bearer}`, ...headers } }
      const { statusCode, headers: answered, body } = await request(server.url + path, init)
      return { status: statusCode, headers: answered, bytes: Buffer.from(await body.arrayBuffer()) }
    }
  })

const decode = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
type Encoding = keyof typeof decode
const encodings = Object.keys(decode) as Encoding[]

describe.each(reads)('GET %s', (path) => {
  test('has an ETag, and is answered 304 without a body while nothing changes', async ({ ask }) => {
    const { status, headers, bytes } = await ask({ path })
    const etag = headers.etag as string
    expect([status, headers['cache-control'], headers.vary]).toEqual([
      200,
      'private, no-cache',
      'accept, accept-encoding',
    ])
    expect(bytes.length).toBeGreaterThan(100)
    for (const tags of [etag, `"x", ${etag}`, `${etag} , W/"y"`, etag.slice(2), '*']) {
      const unchanged = await ask({ path, headers: { 'if-none-match': tags } })
      expect([unchanged.status, unchanged.headers.etag, unchanged.bytes.length]).toEqual([304, etag, 0])
    }
    for (const tags of ['"x"', `${etag}x`, `x${etag}`, '']) {
      const whole = await ask({ path, headers: { 'if-none-match': tags } })
      expect([whole.status, whole.bytes]).toEqual([200, bytes])
    }
  })

  test('keeps its ETag when only other things change (control: rotations and tokens)', async ({
    server,
    token,
    ask,
  }) => {
    const { headers } = await ask({ path })
    await server.token()
    const body = JSON.stringify({
      tenantId: tenants.first,
      ...(await server.credentials('copper', { account: 'one' })),
    })
    const rotated = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
    expect((await server.rest(token, rotated, { method: 'PUT', body })).status).toBe(200)
    expect((await ask({ path })).headers.etag).toBe(headers.etag)
  })

  test.for(encodings)('in %s decodes to the same bytes', async (encoding, { ask }) => {
    const plain = await ask({ path })
    const encoded = await ask({ path, headers: { 'accept-encoding': encoding } })
    expect([encoded.status, encoded.headers['content-encoding'], encoded.headers.etag]).toEqual([
      200,
      encoding,
      plain.headers.etag,
    ])
    expect(encoded.bytes).not.toEqual(plain.bytes)
    expect(decode[encoding](encoded.bytes)).toEqual(plain.bytes)
    expect(Number(encoded.headers['content-length'])).toBe(encoded.bytes.length)
  })

  test.for([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['zstd;q=0, br;q=0.0, gzip;q=0.5', 'gzip'],
    ['zstd; q=0 , br ; q=0, gzip ; q=1', 'gzip'],
    ['zstd;Q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['*', undefined],
    ['', undefined],
    ['gzipped, brx', undefined],
  ] as const)('for "Accept-Encoding: %s" is sent in %s', async ([accepted, encoding], { ask }) => {
    const { status, headers } = await ask({ path, headers: { 'accept-encoding': accepted } })
    expect([status, headers['content-encoding']]).toEqual([200, encoding])
  })

  test('answers HEAD with the same headers and no body', async ({ ask }) => {
    const { headers, bytes } = await ask({ path })
    const head = await ask({ path, method: 'HEAD' })
    expect([head.status, head.headers.etag, head.headers['content-type']]).toEqual([
      200,
      headers.etag,
      headers['content-type'],
    ])
    expect([head.headers['content-length'], head.bytes.length]).toEqual([`${bytes.length}`, 0])
    expect((await ask({ path, method: 'HEAD', headers: { 'if-none-match': headers.etag } })).status).toBe(304)
  })

  test('is authorized every time, even if the caller knows the ETag', async ({ server, other, ask }) => {
    const { headers } = await ask({ path })
    const known = { 'if-none-match': headers.etag }
    const revoked = await server.token({ name: path })
    expect((await ask({ path, token: revoked, headers: known })).status).toBe(304)
    await other.revokeToken({ token: path, actor: 'test', at: Date.now() })
    expect((await ask({ path, token: revoked, headers: known })).status).toBe(401)
    const lacking = await server.token({ permissions: ['audit:read'] })
    expect((await ask({ path, token: lacking, headers: known })).status).toBe(403)
    const foreign = await server.token({ tenantId: tenants.second })
    const refused = await ask({ path, token: foreign, headers: known })
    expect(refused.status).toBe(path.includes('wallets') ? 404 : 403)
    expect(refused.headers.etag).toBe(undefined)
  })
})

test('two tenants get their own bytes, in any order of requests', async ({ server, ask }) => {
  const listing = (tenantId: string, custodianId: string) => `/tenant/${tenantId}/custodians/${custodianId}/wallets`
  const first = await server.token({ tenantId: tenants.first })
  const second = await server.token({ tenantId: tenants.second })
  const seconds = listing(tenants.second, custodians.large)
  const own = await ask({ path: wallets, token: first })
  const theirs = await ask({ path: seconds, token: second })
  expect(own.bytes).not.toEqual(theirs.bytes)
  expect(own.headers.etag).not.toBe(theirs.headers.etag)
  for (const path of [seconds, listing(tenants.first, custodians.large), listing(tenants.second, custodians.copper)])
    for (const etag of [own.headers.etag, theirs.headers.etag, '*'])
      expect((await ask({ path, token: first, headers: { 'if-none-match': etag } })).status).toBe(404)
})

const walletOf = (address: string, isActive = true) => ({
  walletId: id(201),
  tenantId: tenants.first,
  custodianId: custodians.copper,
  blockchainId: id(2),
  address,
  isActive,
  metadataJson: '{}',
  isVisible: true,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
})
const custodianOf = (name: string) => ({
  ...({
    custodianId: custodians.copper,
    tenantId: tenants.first,
    name,
    provider: 'copper',
    baseUrl: 'simulator:',
  } as const),
})
const tokenOf = (symbol: string) => ({
  tokenId: id(2),
  symbol,
  blockchainId: id(2),
  contractAddress: null,
  decimals: 8,
})
let position = 1_000n
const deposit = () => ({
  source: 'caching',
  transactions: [
    {
      position: position++,
      index: 0n,
      tokenId: id(2),
      amount: '7',
      fromAccountId: null,
      toAccountId: id(2),
      at: Date.now(),
    },
  ],
})

const [listing, inactive, withoutIcons, report] = reads as [string, string, string, string]
const listings = [listing, inactive, withoutIcons]

describe('a change by another store over the folder', () => {
  const changes: readonly (readonly [string, readonly string[], (other: Store) => Promise<unknown>])[] = [
    ['a wallet', listings, (other) => other.putWallets([walletOf(`bc1q${position++}`)])],
    ['a wallet that is switched off', listings, (other) => other.putWallets([walletOf('bc1q', false)])],
    ['a wallet that is switched on', listings, (other) => other.putWallets([walletOf('bc1q')])],
    ['the name of the custodian', listings, (other) => other.putCustodians([custodianOf(`C ${position++}`)])],
    ['a network', reads, (other) => other.putNetworks([{ blockchainId: id(2), name: `Chain ${position++}`, icon }])],
    [
      'an icon',
      [listing, inactive],
      (other) => other.putNetworks([{ blockchainId: id(1), name: 'Ethereum', icon: `${icon}A=` }]),
    ],
    ['a deposit', [report], (other) => other.appendReserveTransactions(deposit())],
    ['the symbol of a token', [report], (other) => other.putTokens([tokenOf(`T${position++}`)])],
  ]

  test.beforeEach(({ ask }) => Promise.all(reads.map((path) => ask({ path }))))

  test.for(changes)(
    '(%s) is in the next answer, in every encoding and over tRPC',
    async (row, { server, token, ask, other }) => {
      const [, changed, change] = row
      const before = await Promise.all(reads.map((path) => ask({ path })))
      const { trpc } = server
      const procedures = () =>
        Promise.all([
          trpc(token).custodians.wallets.query({ tenantId: tenants.first, custodianId: custodians.copper }),
          trpc(token).custodians.wallets.query({
            tenantId: tenants.first,
            custodianId: custodians.copper,
            onlyActive: false,
          }),
          trpc(token).custodians.wallets.query({
            tenantId: tenants.first,
            custodianId: custodians.copper,
            icons: false,
          }),
          trpc(token).reports.reserves.query({}),
        ])
      const valuesBefore = await procedures()
      await change(other)
      const valuesAfter = await procedures()
      for (const [at, path] of reads.entries()) {
        const { etag } = before[at]?.headers ?? {}
        const after = await ask({ path, headers: { 'if-none-match': etag } })
        if (!changed.includes(path)) continue
        expect(after.status).toBe(200)
        expect(after.headers.etag).not.toBe(etag)
        expect(after.bytes).not.toEqual(before[at]?.bytes)
        expect(valuesAfter[at]).not.toEqual(valuesBefore[at])
        for (const encoding of encodings) {
          const encoded = await ask({ path, headers: { 'accept-encoding': encoding } })
          expect(decode[encoding](encoded.bytes)).toEqual(after.bytes)
        }
      }
    },
  )

  test('is never missed, however often it happens between two reads', async ({ ask, other }) => {
    for (let round = 0; round < 50; round += 1) {
      const address = `bc1q${position++}`
      await other.putWallets([walletOf(address)])
      const answers = await Promise.all(
        [...encodings, 'identity'].map((encoding) => ask({ path: listing, headers: { 'accept-encoding': encoding } })),
      )
      for (const { headers, bytes } of answers) {
        const decoder = decode[headers['content-encoding'] as Encoding] ?? ((plain: Buffer) => plain)
        expect(decoder(bytes).toString()).toContain(`"${address}"`)
      }
    }
  })
})

test('icons=false omits only that member, over REST and tRPC, also in pages', async ({ server, token, ask }) => {
  const named = { tenantId: tenants.first, custodianId: custodians.copper }
  const client = server.trpc(token)
  const [whole, bare] = await Promise.all([
    client.custodians.wallets.query(named),
    client.custodians.wallets.query({ ...named, icons: false }),
  ])
  expect(whole.wallets.every(({ networkIcon }) => networkIcon?.startsWith('data:image/'))).toBe(true)
  expect(bare.wallets.some((wallet) => 'networkIcon' in wallet)).toBe(false)
  expect(bare.wallets).toEqual(whole.wallets.map(({ networkIcon: _, ...wallet }) => wallet))
  expect(await client.custodians.walletsPage.query({ ...named, icons: false })).toEqual({ ...bare, nextCursor: null })
  const { bytes } = await ask({ path: withoutIcons })
  expect(bytes.toString()).not.toContain('networkIcon')
  expect(bytes.toString()).toBe(
    (await ask({ path: listing })).bytes.toString().replaceAll(/"networkIcon":"[^"]*",/g, ''),
  )
  for (const icons of ['True', 'true', ''])
    expect((await ask({ path: `${wallets}?icons=${icons}` })).status).toBe(icons ? 200 : 400)
})

test('answers that must not be cached say so', async ({ ask }) => {
  for (const path of ['session', 'tenants', 'custodians', 'audit', `custodians/${custodians.copper}/rotations`]) {
    const { headers } = await ask({ path: `/platform/admin/${path}` })
    expect([path, headers['cache-control'], headers.etag]).toEqual([path, 'no-store', undefined])
  }
  const missing = await ask({ path: '/tenant/1/custodians/999/wallets' })
  expect(missing.headers['cache-control']).toBe('no-store')
})

test("a read over tRPC is cached as bytes too: in the caller's encoding, and renewed after every change", async ({
  ask,
  other,
}) => {
  const input = encodeURIComponent(JSON.stringify({ tenantId: tenants.first, custodianId: custodians.copper }))
  const path = `/trpc/custodians.wallets?input=${input}`
  const plain = await ask({ path })
  const packed = await ask({ path, headers: { 'accept-encoding': 'br' } })
  expect([plain.headers['cache-control'], packed.headers['content-encoding']]).toEqual(['no-store', 'br'])
  expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes)
  expect(JSON.parse(plain.bytes.toString()).result.data).toMatchObject({ custodianId: custodians.copper })
  await other.putCustodians([custodianOf('Changed')])
  expect((await ask({ path })).bytes).not.toEqual(plain.bytes)
})
