import { expect } from 'vitest'
import { test } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'

const wallets = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets?onlyActive=false&icons=false`
const reserves = '/platform/admin/reports/reserves?contracts=true'

const changes = [
  { shown: wallets, path: '/platform/admin/wallets/201', body: { label: 'Vault, Zurich' }, holds: 'Vault, Zurich' },
  { shown: wallets, path: '/platform/admin/wallets/202', body: { isTreasuryEnabled: true }, holds: '"walletId":202' },
  { shown: wallets, path: '/platform/admin/networks/2', body: { name: 'Bitcoin Core' }, holds: 'Bitcoin Core' },
  { shown: reserves, path: '/platform/admin/networks/1', body: { name: 'Mainnet' }, holds: 'Mainnet' },
  { shown: reserves, path: '/platform/admin/chain_tokens/1', body: { symbol: 'USDY' }, holds: 'USDY' },
] as const

test.for(changes)('a cached answer gives way to $body of $path', async (change, { server, token }) => {
  const { shown, path, body, holds } = change
  const first = await server.rest(token, shown)
  const tag = { 'if-none-match': first.headers.get('etag') ?? '' }
  const before = await first.text()
  // Until it is answered before the framework.
  for (let times = 0; times < 3; times += 1)
    expect((await server.rest(token, shown, { headers: tag })).status, 'control: it is cached').toBe(304)
  const { headers } = await server.rest(token, path)
  const changed = await server.rest(token, path, {
    method: 'PATCH',
    headers: { 'if-match': headers.get('etag') ?? '' },
    body: JSON.stringify(body),
  })
  expect(changed.status).toBe(200)
  const after = await server.rest(token, shown, { headers: tag })
  expect(after.status).toBe(200)
  const text = await after.text()
  expect(text).toContain(holds)
  expect(text).not.toBe(before)
})

test('a label changes nothing else in the metadata, and numbers keep their digits', async ({ server, token }) => {
  const walletId = '203'
  const metadataJson = '{"big":12345678901234567890.10,"label":"Old","list":[1e400]}'
  await server.data.tamper.change('wallets', (wallet) => wallet.walletId === walletId, { metadataJson })
  const client = server.trpc(token)
  const named = { walletId }
  const stored = await client.wallets.get.query(named)
  expect(stored.label).toBe('Old')
  const renamed = await client.wallets.update.mutate({ ...named, version: stored.version, label: 'New' })
  expect(renamed.metadataJson).toBe('{"big":12345678901234567890.10,"label":"New","list":[1e400]}')
  expect(await client.wallets.update.mutate({ ...named, version: renamed.version, label: 'New' })).toEqual(renamed)
  const without = await client.wallets.update.mutate({ ...named, version: renamed.version, label: null })
  expect(without).toMatchObject({ label: null, metadataJson: '{"big":12345678901234567890.10,"list":[1e400]}' })
})
