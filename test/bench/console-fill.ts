import { networkIcons } from '../../server/networks/network-icons.ts'
import type { Store } from '../../server/store/store.ts'
import type { Id } from '../../shared/primitives.ts'
import { id } from '../harness/seed.ts'

const tenantId = id(1)
const batchRows = 10_000
/** Real icons, one to five kilobytes each. */
const networks = Object.entries(networkIcons).map(([name, icon], at) => ({ blockchainId: id(at + 1), name, icon }))

/** Custodians by number, each with so many active wallets. */
export async function fillCustodians(store: Store, sizes: ReadonlyMap<number, number>): Promise<void> {
  await store.putTenants([{ tenantId, name: 'First Trust' }])
  await store.putNetworks(networks)
  await store.putCustodians(
    [...sizes.keys()].map((custodian) => ({
      custodianId: id(custodian),
      tenantId,
      name: `Custodian ${custodian}`,
      provider: 'fireblocks' as const,
      baseUrl: null,
    })),
  )
  for (const [custodian, wallets] of sizes)
    for (let first = 0; first < wallets; first += batchRows) {
      const length = Math.min(batchRows, wallets - first)
      await store.putWallets(Array.from({ length }, (_, at) => walletOf(id(custodian), custodian * 1e6 + first + at)))
    }
}

/** Forty hexadecimal digits that look like chance and are the same in every run. */
const digitsOf = (number: number) =>
  [1, 2, 3, 4, 5]
    .map((part) => (Math.imul(number + 1, 0x9e37_79b1 ^ part) >>> 0).toString(16).padStart(8, '0'))
    .join('')

const walletOf = (custodianId: Id, number: number) => ({
  walletId: id(number + 1),
  tenantId,
  custodianId,
  blockchainId: id((number % networks.length) + 1),
  address: `0x${digitsOf(number)}`,
  metadataJson: JSON.stringify({ label: `Vault ${number}`, vaultAccountId: `${number}` }),
  isVisible: true,
  isActive: true,
  isTreasuryEnabled: number % 2 === 0,
  isGasStationEnabled: number % 7 === 0,
})
