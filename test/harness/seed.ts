import type { Store } from '../../server/store/store.ts'
import type { Id } from '../../shared/primitives.ts'

export const id = (value: string | number | bigint) => `${value}` as Id

export const tenants = { first: id(1), second: id(2) }
/** The last one is beyond what a JavaScript number can hold. */
export const custodians = { fireblocks: id(11), copper: id(12), second: id(21), large: id(2n ** 53n + 1n) }
export const icon = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4='

/** Two tenants with custodians at the simulator, wallets, and reserves whose amounts no float can hold. */
export async function seed(store: Store): Promise<void> {
  await store.putTenants([
    { tenantId: tenants.first, name: 'First Trust' },
    { tenantId: tenants.second, name: 'Second Trust' },
  ])
  await store.putNetworks([
    { blockchainId: id(1), name: 'Ethereum', icon },
    { blockchainId: id(2), name: 'Bitcoin', icon },
  ])
  await store.putCustodians(
    (
      [
        [custodians.fireblocks, tenants.first, 'fireblocks'],
        [custodians.copper, tenants.first, 'copper'],
        [custodians.second, tenants.second, 'fireblocks'],
        [custodians.large, tenants.second, 'copper'],
      ] as const
    ).map(([custodianId, tenantId, provider]) => ({
      custodianId,
      tenantId,
      provider,
      name: `Custodian ${custodianId}`,
      baseUrl: 'simulator:',
    })),
  )
  await seedWallets(store)
  await seedReserves(store)
}

/** Three wallets per custodian, the last of them inactive. */
async function seedWallets(store: Store): Promise<void> {
  await store.putWallets(
    Object.values(custodians).flatMap((custodianId, index) =>
      [1, 2, 3].map((place) => ({
        walletId: id(100 * (index + 1) + place),
        tenantId: index < 2 ? tenants.first : tenants.second,
        custodianId,
        blockchainId: id(1 + (place % 2)),
        address: `0x${place.toString(16).padStart(40, '0')}`,
        metadataJson: '{"label":"Vault"}',
        isVisible: true,
        isActive: place !== 3,
        isTreasuryEnabled: place === 1,
        isGasStationEnabled: false,
      })),
    ),
  )
}

async function seedReserves(store: Store): Promise<void> {
  await store.putTokens([
    { tokenId: id(1), symbol: 'USDX', blockchainId: id(1), contractAddress: `0x${'a'.repeat(40)}`, decimals: 18 },
    { tokenId: id(2), symbol: 'WBTC', blockchainId: id(2), contractAddress: null, decimals: 8 },
  ])
  await store.putReserveAccounts([
    { reserveAccountId: id(1), blockchainId: id(1), address: `0x${'1'.repeat(40)}`, name: 'Cold' },
    { reserveAccountId: id(2), blockchainId: id(2), address: 'bc1qexample', name: 'Vault' },
  ])
  const at = Date.UTC(2026, 0, 2, 3, 4, 5)
  await store.appendReserveTransactions({
    source: 'seed',
    transactions: [
      {
        position: 1n,
        index: 0n,
        tokenId: id(1),
        amount: '123456789012345678901234567890',
        fromAccountId: null,
        toAccountId: id(1),
        at,
      },
      { position: 2n, index: 0n, tokenId: id(1), amount: '1', fromAccountId: id(1), toAccountId: null, at },
      {
        position: 3n,
        index: 0n,
        tokenId: id(2),
        amount: '2100000000000000',
        fromAccountId: null,
        toAccountId: id(2),
        at,
      },
    ],
  })
}
