import type { Id } from '../../shared/primitives.ts'
import type { WalletEntry } from '../store/import-writes.ts'
import { demoAddress } from './demo-address.ts'
import { type DemoCustodian, demoCustodians, demoNetworks } from './demo-data.ts'

const uses = ['Deposits', 'Withdrawals', 'Treasury', 'Gas station', 'Staking', 'Collateral'] as const
const walletsPerCustodian = 18

function walletOf({ custodianId, tenantId }: DemoCustodian, place: number): WalletEntry {
  const network = demoNetworks[place % demoNetworks.length] as (typeof demoNetworks)[number]
  const use = uses[place % uses.length] as (typeof uses)[number]
  const walletId = `${Number(custodianId) * 1_000 + place + 1}` as Id
  return {
    walletId,
    tenantId,
    custodianId,
    blockchainId: network.blockchainId,
    address: demoAddress(network.name, `wallet ${walletId}`),
    metadataJson: JSON.stringify({ label: `${use} ${network.name}`, vault: `${place}`, tags: [use.toLowerCase()] }),
    isVisible: place % 7 !== 6,
    isActive: place % 4 !== 3,
    isTreasuryEnabled: use === 'Treasury',
    isGasStationEnabled: use === 'Gas station',
  }
}

/** Wallets of every custodian on every network; one in four is inactive. */
export const demoWallets: readonly WalletEntry[] = demoCustodians.flatMap((custodian) =>
  Array.from({ length: walletsPerCustodian }, (_, place) => walletOf(custodian, place)),
)
