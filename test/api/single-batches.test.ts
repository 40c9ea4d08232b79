import { createTRPCClient, httpBatchLink, httpBatchStreamLink, httpLink } from '@trpc/client'
import { expect } from 'vitest'
import { networkIcons } from '../../server/networks/network-icons.ts'
import type { AppRouter } from '../../shared/router.ts'
import { test as base } from '../harness/fixtures.ts'
import { custodians, id, tenants } from '../harness/seed.ts'

const count = 3_000
const wallet = { tenantId: tenants.first, custodianId: custodians.copper }

/** Reads from a server with a long listing. */
const test = base.extend('read', { scope: 'file' }, async ({ server, token }) => {
  const icon = networkIcons.Cardano as string
  await server.app.store.putNetworks([{ blockchainId: id(77), name: 'Cardano', icon }])
  await server.app.store.putWallets(
    Array.from({ length: count }, (_, at) => ({
      ...wallet,
      walletId: id(10_000 + at),
      blockchainId: id(77),
      address: `0x${at}`,
      metadataJson: '{}',
      isVisible: true,
      isActive: true,
      isTreasuryEnabled: false,
      isGasStationEnabled: false,
    })),
  )
  return async (address: string, init?: RequestInit) => {
    const headers = { 'accept-encoding': 'identity' }
    const response = await server.rest(token, address, { ...init, headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
})

const path = '/trpc/custodians.wallets'
const listed = `${path}?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: wallet }))}`
const single = `${path}?input=${encodeURIComponent(JSON.stringify(wallet))}`
const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) })

const fromBatch = (text: string) => text.slice(1, -1)

test.for([
  ['as the only one of a batch', [listed], fromBatch],
  ['in the body of a POST', [path, post(wallet)], (text: string) => text],
  ['in a POST of one call', [`${path}?batch=1`, post({ 0: wallet })], fromBatch],
] as const)('a long listing requested %s is streamed while it is made, then cached', async (row, { server, read }) => {
  const [way, [address, init], plain] = row
  const alone = await read(single)
  await server.app.store.putWallets([
    {
      ...wallet,
      walletId: id(10_000),
      blockchainId: id(77),
      address: '0x0',
      isVisible: true,
      isActive: true,
      metadataJson: JSON.stringify({ way }),
      isTreasuryEnabled: false,
      isGasStationEnabled: false,
    },
  ])
  const first = await read(address, init)
  expect(first.status).toBe(200)
  expect(first.headers.get('content-length')).toBeNull()
  const again = await read(address, init)
  expect(Number(again.headers.get('content-length'))).toBeGreaterThan(count * 1_000)
  expect(again.text).toBe(first.text)
  expect(plain(first.text)).toBe((await read(single)).text)
  expect(plain(first.text)).not.toBe(alone.text)
})

test('the standard tRPC links can read a single batched call', async ({ server, token, read }) => {
  await read(listed)
  for (const link of [httpLink, httpBatchLink, httpBatchStreamLink]) {
    const options = { url: `${server.url}/trpc`, headers: { authorization: `Bearer ${token}` } }
    const client = createTRPCClient<AppRouter>({ links: [link(options)] })
    expect((await client.custodians.wallets.query(wallet)).wallets).toHaveLength(count + 2)
  }
})

test('a refused single call is answered in the shape of its batch', async ({ read }) => {
  const input = encodeURIComponent(JSON.stringify({ 0: { ...wallet, custodianId: id(999) } }))
  const { status, text } = await read(`${path}?batch=1&input=${input}`)
  expect([status, JSON.parse(text)]).toMatchObject([404, [{ error: { data: { failure: { code: 'NotFound' } } } }]])
  const without = await read(`${path}?batch=1&input=${encodeURIComponent('{"1":{}}')}`)
  expect([without.status, JSON.parse(without.text)]).toMatchObject([400, [{ error: {} }]])
})
