import { networkIcons } from '../networks/network-icons.ts'
import type { PutCount } from '../store/import-writes.ts'
import type { Store } from '../store/store.ts'
import { demoCustodians, demoNetworks, demoTenants } from './demo-data.ts'
import { demoReserveAccounts, demoTokens, demoTransactions } from './demo-reserves.ts'
import { demoWallets } from './demo-wallets.ts'

function assertAdded({ refused }: PutCount): void {
  if (refused[0]) throw new Error(`the store refused demo data: ${refused[0].reason}`)
}

const networks = demoNetworks.map(({ blockchainId, name }) => {
  const icon = networkIcons[name]
  if (!icon) throw new Error(`there is no icon for ${name}`)
  return { blockchainId, name, icon }
})

const custodians = demoCustodians.map(({ account: _account, ...custodian }) => ({
  ...custodian,
  baseUrl: 'simulator:',
}))

/** Stores the data of a demo; the same on each run. */
export async function putDemoData(store: Store): Promise<void> {
  assertAdded(await store.putTenants(demoTenants))
  assertAdded(await store.putNetworks(networks))
  assertAdded(await store.putCustodians(custodians))
  assertAdded(await store.putWallets(demoWallets))
  assertAdded(await store.putTokens(demoTokens))
  assertAdded(await store.putReserveAccounts(demoReserveAccounts))
  assertAdded(await store.appendReserveTransactions({ source: 'demo', transactions: demoTransactions }))
}
