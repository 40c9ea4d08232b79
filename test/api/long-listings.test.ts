import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { describe, expect } from 'vitest'
import { networkIcons } from '../../server/networks/network-icons.ts'
import type { Wallet } from '../../shared/wallets.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, id, tenants } from '../harness/seed.ts'

const count = 3_000

const walletOf = (number: number) => ({
  walletId: id(100_000 + number),
  tenantId: tenants.first,
  custodianId: custodians.copper,
  blockchainId: id(77),
  address: `0x${number.toString(16).padStart(40, '0')}`,
  metadataJson: '{"label":"Gewölbe"}',
  isVisible: true,
  isActive: true,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
})

const test = base
  /** Changes one of the wallets, so that the listing has to be built again. */
  .extend(
    'change',
    { scope: 'file' },
    ({ server }) =>
      (metadataJson: string) =>
        server.app.store.putWallets([{ ...walletOf(0), metadataJson }]),
  )
  .extend(
    'ask',
    { scope: 'file' },
    ({ server, token }) =>
      (path: string, encoding: Encoding, method: 'GET' | 'HEAD' = 'GET') =>
        request(server.url + path, {
          method,
          headers: { authorization: `Bearer ${token}`, 'accept-encoding': encoding },
        }),
  )
  .extend('read', { scope: 'file' }, ({ ask }) => async (path: string, encoding: Encoding) => {
    const { headers, body } = await ask(path, encoding)
    const packed = Buffer.from(await body.arrayBuffer())
    return { headers, size: packed.length, text: unpack[encoding](packed).toString() }
  })

test.beforeAll(async ({ server }) => {
  const { store } = server.app
  await store.putNetworks([{ blockchainId: id(77), name: 'Cardano', icon: networkIcons.Cardano as string }])
  await store.putWallets(Array.from({ length: count }, (_, number) => walletOf(number)))
})

const paths = {
  REST: `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`,
  tRPC: `/trpc/custodians.wallets?input=${encodeURIComponent(
    JSON.stringify({ tenantId: tenants.first, custodianId: custodians.copper }),
  )}`,
}
const unpack = {
  identity: (bytes: Buffer) => bytes,
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}
type Encoding = keyof typeof unpack
const encodings = Object.keys(unpack) as Encoding[]

const walletsIn = (text: string): readonly Wallet[] => {
  const answer = JSON.parse(text)
  return (answer.value ?? answer.result.data).wallets
}

describe.each(Object.entries(paths))('a long listing over %s', (transport, path) => {
  test('is identical and complete for all concurrent callers, in every encoding', async ({ change, read }) => {
    await change(`{"round":"${transport}"}`)
    const answers = await Promise.all([...encodings, ...encodings].map((encoding) => read(path, encoding)))
    expect(answers.some(({ headers }) => !headers['content-length'])).toBe(true) // its end was not known yet
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const wallets = walletsIn(answers[0]?.text ?? '')
    expect(wallets).toHaveLength(count + 2)
    expect(wallets.find(({ walletId }) => `${walletId}` === '100000')?.metadataJson).toBe(`{"round":"${transport}"}`)
  })

  test.for(encodings)('has a Content-Length once it is complete in %s', async (encoding, { read }) => {
    const { text } = await read(path, encoding)
    const { headers, size, text: again } = await read(path, encoding)
    expect([headers['content-length'], again === text]).toEqual([`${size}`, true])
  })

  test('is complete for the next caller after the first one hangs up', async ({ change, read, ask }) => {
    await change(`{"hung up":"${transport}"}`)
    const { body } = await ask(path, 'identity')
    for await (const chunk of body) if (chunk.length) break
    expect(walletsIn((await read(path, 'identity')).text)).toHaveLength(count + 2)
    await change(`{"hung up packed":"${transport}"}`)
    const packed = await ask(path, 'gzip')
    packed.body.on('error', () => {}).destroy()
    expect(walletsIn((await read(path, 'gzip')).text)).toHaveLength(count + 2)
  })
})

test('HEAD of a long listing in progress has no body', async ({ change, ask }) => {
  await change('{"head":true}')
  const { statusCode, headers, body } = await ask(paths.REST, 'identity', 'HEAD')
  expect([statusCode, headers.etag, await body.text()]).toEqual([200, expect.any(String), ''])
})
