import { hashToken, mintToken } from '../../server/access/token-text.ts'
import { keyFileIn } from '../../server/config.ts'
import { networkIcons } from '../../server/networks/network-icons.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import { createKeyFile } from '../../server/vault/key-file.ts'
import { Permission } from '../../shared/permissions.ts'
import { id } from '../harness/seed.ts'
import { fillDirectory, rowAt } from './import-rows.ts'

export const walletsRequest = { tenantId: id(1), custodianId: id(11), onlyActive: true }
export const walletsPath = `/tenant/${walletsRequest.tenantId}/custodians/${walletsRequest.custodianId}/wallets`
export const reservesPath = '/platform/admin/reports/reserves'

const batchRows = 10_000
const networks = Object.entries(networkIcons).map(([name, icon], at) => ({ blockchainId: id(at + 1), name, icon }))

/** Makes a data folder, fills it, and answers a token that may do everything. */
export async function makeFolder(dataDir: string, fill: (store: Store) => Promise<void>): Promise<string> {
  createKeyFile(keyFileIn(dataDir))
  const store = openSqliteStore(dataDir)
  try {
    await fill(store)
    return await createToken(store)
  } finally {
    await store.close()
  }
}

/** Longer than any benchmark runs, in milliseconds. */
const tokenLifetime = 24 * 3_600_000

export async function createToken(store: Store): Promise<string> {
  const token = mintToken()
  const at = Date.now()
  const grant = { permissions: Permission.options, tenantId: null, expiresAt: at + tokenLifetime }
  await store.createToken({ name: 'bench', hash: hashToken(token), actor: 'bench', at, ...grant })
  return token
}

/** One custodian with so many active wallets, on as many networks as there are icons. */
export async function fillWallets(store: Store, count: number): Promise<void> {
  const { tenantId, custodianId } = walletsRequest
  await store.putTenants([{ tenantId, name: 'First Trust' }])
  await store.putNetworks(networks)
  await store.putCustodians([{ custodianId, tenantId, name: 'Main custody', provider: 'fireblocks', baseUrl: null }])
  for (const numbers of batchesUpTo(count)) await store.putWallets(numbers.map(walletOf))
}

export const walletOf = (number: number) => ({
  walletId: id(number + 1),
  tenantId: walletsRequest.tenantId,
  custodianId: walletsRequest.custodianId,
  blockchainId: id((number % networks.length) + 1),
  address: `0x${number.toString(16).padStart(40, 'a')}`,
  metadataJson: JSON.stringify({ label: `Vault ${number}`, vaultAccountId: `${number}` }),
  isVisible: true,
  isActive: true,
  isTreasuryEnabled: number % 2 === 0,
  isGasStationEnabled: number % 7 === 0,
})

/** Fifty tokens and so many transactions spread over them. */
export async function fillReserves(store: Store, transactions: number): Promise<void> {
  await fillDirectory(store)
  for (const numbers of batchesUpTo(transactions)) await appendTransactions(store, numbers)
}

export const appendTransactions = (store: Store, numbers: readonly number[], source = 'ledger') =>
  store.appendReserveTransactions({
    source,
    transactions: numbers.map((number) => {
      const { position, token, amount, from, to, at } = rowAt(number)
      const fromAccountId = from === null ? null : id(from)
      const toAccountId = to === null ? null : id(to)
      return { position: BigInt(position), index: 0n, tokenId: id(token), amount, fromAccountId, toAccountId, at }
    }),
  })

function* batchesUpTo(count: number): Generator<number[]> {
  for (let first = 0; first < count; first += batchRows)
    yield Array.from({ length: Math.min(batchRows, count - first) }, (_, place) => first + place)
}
