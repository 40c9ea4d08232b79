import type { Id } from '../../shared/primitives.ts'
import type { ProviderId } from '../../shared/providers.ts'

const id = (value: number) => `${value}` as Id

export const demoTenants = [
  { tenantId: id(1), name: 'Harbour Trust' },
  { tenantId: id(2), name: 'Meridian Payments' },
] as const

export type DemoCustodian = {
  readonly custodianId: Id
  readonly tenantId: Id
  readonly name: string
  readonly provider: ProviderId
  /** Workspace or organization of every key of this custodian at the simulator. */
  readonly account: string
}

const custodian = (
  custodianId: number,
  tenantId: Id,
  { name, provider }: Pick<DemoCustodian, 'name' | 'provider'>,
): DemoCustodian => ({
  custodianId: id(custodianId),
  tenantId,
  name,
  provider,
  account: `00000000-0000-4000-8000-${custodianId.toString().padStart(12, '0')}`,
})

const [first, second] = demoTenants

export const demoCustodians = [
  custodian(11, first.tenantId, { name: 'Harbour cold vaults', provider: 'fireblocks' }),
  custodian(12, first.tenantId, { name: 'Harbour trading desk', provider: 'copper' }),
  custodian(21, second.tenantId, { name: 'Meridian treasury', provider: 'fireblocks' }),
  custodian(22, second.tenantId, { name: 'Meridian settlement', provider: 'copper' }),
] as const satisfies readonly DemoCustodian[]

/** Networks of the demo; the EVM ones under their chain ID. */
export const demoNetworks = [
  { blockchainId: id(1), name: 'Ethereum' },
  { blockchainId: id(137), name: 'Polygon' },
  { blockchainId: id(8453), name: 'Base' },
  { blockchainId: id(42161), name: 'Arbitrum' },
  { blockchainId: id(100_001), name: 'Bitcoin' },
  { blockchainId: id(100_002), name: 'Solana' },
  { blockchainId: id(100_003), name: 'TRON' },
  { blockchainId: id(100_004), name: 'XRP Ledger' },
] as const

export type DemoNetwork = (typeof demoNetworks)[number]['name']

export const networkIdOf = (name: DemoNetwork): Id =>
  demoNetworks[demoNetworks.findIndex((network) => network.name === name)]?.blockchainId as Id
