import type { ListedWallet } from './listed-wallet.ts'
import type { Order } from './wallet-order.ts'

type Search = { readonly text: string; readonly order: Order; readonly isDescending: boolean }

/** Places of the wallets whose address, network or id contains the text, whatever its case. */
export function searchWallets(wallets: readonly ListedWallet[], { text, order, isDescending }: Search): Order {
  const folded = text.trim().toLowerCase()
  const found = folded === '' ? order : order.filter((place) => wallets[place]?.searchText.includes(folded))
  return isDescending ? found.toReversed() : found
}
