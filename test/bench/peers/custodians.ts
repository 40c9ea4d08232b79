import type { Store } from '../../../server/store/store.ts'
import { id } from '../../harness/seed.ts'
import { walletOf, walletsRequest } from '../fill.ts'

const { tenantId } = walletsRequest
const firstCustodian = 1_000
const firstWallet = 1_000_000
const wallets = 100

/** More listings than the server caches, so that asked in turn each of them is built again. */
const countOf = (isFull: boolean) => (isFull ? 2_500 : 20)

/** Custodians with 100 active wallets each. */
export async function fillManyCustodians(store: Store, isFull: boolean): Promise<void> {
  for (let number = 0; number < countOf(isFull); number += 1) {
    const custodianId = id(firstCustodian + number)
    await store.putCustodians([{ custodianId, tenantId, name: 'Main custody', provider: 'fireblocks', baseUrl: null }])
    const first = firstWallet + number * wallets
    await store.putWallets(Array.from({ length: wallets }, (_, at) => ({ ...walletOf(first + at), custodianId })))
  }
}

export const pathsOfMany = (isFull: boolean): readonly string[] =>
  Array.from(
    { length: countOf(isFull) },
    (_, number) => `/tenant/${tenantId}/custodians/${firstCustodian + number}/wallets`,
  )
