import { networkIcons } from '../../../server/networks/network-icons.ts'
import type { Store } from '../../../server/store/store.ts'
import { id, tenants } from '../../harness/seed.ts'

/** `npm test` has fewer than `npm run test:long`, which has a hundred thousand. */
export const isLongLane = process.env.STRONGROOM_WALLETS !== undefined
export const many = { custodianId: id(31), wallets: Number(process.env.STRONGROOM_WALLETS ?? 20_000) }
export const hundred = { custodianId: id(32), wallets: 100 }
export const odd = { custodianId: id(33) }

/** Those of the seed are there already. */
const names = Object.keys(networkIcons).filter((name) => name !== 'Ethereum' && name !== 'Bitcoin')
const batch = 10_000

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Hostile metadata. */
export const oddMetadata = {
  markup: '{"label":"<img src=x onerror=alert(1)>","turned":"a\\u202eb"}',
  digits: '{"balance":123456789012345678901234567890.000000000000000001,"__proto__":{"isAdmin":true}}',
  deep: nested(5_000),
  wide: JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`key ${at}`, 'x'.repeat(600)]))),
  notJson: '{"label": oops}',
} as const

/** Custodians with very many, a hundred and a few odd wallets; every tenth one is inactive. */
export async function fillWallets(store: Store): Promise<void> {
  await store.putNetworks(names.map((name, at) => ({ blockchainId: id(at + 100), name, icon: iconOf(name) })))
  await store.putNetworks([
    { blockchainId: id(90), name: 'No image', icon: 'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==' },
    { blockchainId: id(91), name: 'Turned \u202enet', icon: 'javascript:alert(1)' },
  ])
  await store.putCustodians(
    [many.custodianId, hundred.custodianId, odd.custodianId].map((custodianId) => ({
      custodianId,
      tenantId: tenants.first,
      provider: 'fireblocks' as const,
      name: `Custodian ${custodianId}`,
      baseUrl: 'simulator:',
    })),
  )
  for (const { custodianId, wallets } of [many, hundred])
    for (let first = 0; first < wallets; first += batch)
      await store.putWallets(
        Array.from({ length: Math.min(batch, wallets - first) }, (_, at) => walletAt(custodianId, first + at)),
      )
  await store.putWallets(Object.values(oddMetadata).map(oddWallet))
}

const iconOf = (name: string) => (networkIcons as Readonly<Record<string, string>>)[name] as string

const common = (custodianId: typeof many.custodianId) => ({
  tenantId: tenants.first,
  custodianId,
  isVisible: true,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
})

/** The addresses run against the ids, so that sorting by either shows. */
export const addressAt = (at: number) => `0x${(0xffff_ffff - at).toString(16).padStart(40, '0')}`

const walletAt = (custodianId: typeof many.custodianId, at: number) => ({
  ...common(custodianId),
  walletId: id(Number(custodianId) * 1_000_000 + at + 1),
  blockchainId: id(100 + (at % names.length)),
  address: addressAt(at),
  metadataJson: `{"label":"Vault ${at}"}`,
  isActive: at % 10 !== 9,
})

const oddWallet = (metadataJson: string, at: number) => ({
  ...common(odd.custodianId),
  walletId: id(33_000_001 + at),
  blockchainId: id(90 + (at % 2)),
  address: at === 0 ? '0x\u202e\u200bdeadbeef' : `0x${at}`,
  metadataJson,
  isActive: true,
})
