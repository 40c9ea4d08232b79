import { expect, test } from 'vitest'
import { builtInIcon } from '../../server/networks/built-in-icon.ts'
import { custodians, icon, id, tenants } from '../harness/seed.ts'
import { startTestServer } from '../harness/server.ts'
import { dataUri, png, svg, useBomb } from '../shared/icons.ts'

test('an invalid icon stored by an earlier version is replaced by a built-in one in answers, and stays stored', async () => {
  await using server = await startTestServer()
  const stored = { bomb: dataUri('svg+xml', useBomb(6)), huge: dataUri('png', png(16_000, 16_000)) }
  await server.app.store.putNetworks([
    { blockchainId: id(1), name: 'Ethereum', icon: stored.bomb },
    { blockchainId: id(3), name: 'Nowhere', icon: stored.huge },
    { blockchainId: id(4), name: 'Safe', icon: dataUri('svg+xml', svg('<rect width="9" height="9"/>')) },
  ])
  const wallet = { tenantId: tenants.first, custodianId: custodians.copper, metadataJson: '{}' }
  const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
  await server.app.store.putWallets(
    [1, 2, 3, 4].map((at) => ({
      ...wallet,
      ...flags,
      walletId: id(900 + at),
      blockchainId: id(at),
      address: `0x${at}`,
    })),
  )
  const token = await server.token()
  const path = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets`
  for (const query of ['', '?limit=1000']) {
    const { value } = (await (await server.rest(token, path + query)).json()) as {
      value: { wallets: { walletId: number; network: string; networkIcon: string }[] }
    }
    const icons = value.wallets.filter(({ walletId }) => walletId > 900).map(({ networkIcon }) => networkIcon)
    expect(icons).toEqual([
      builtInIcon('Ethereum'),
      icon,
      builtInIcon('Nowhere'),
      dataUri('svg+xml', svg('<rect width="9" height="9"/>')),
    ])
  }
  expect(await server.data.truth.read('networks')).toContainEqual(expect.objectContaining({ icon: stored.bomb }))
})
