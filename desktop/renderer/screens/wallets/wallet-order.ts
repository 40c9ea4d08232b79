import type { ListedWallet } from './listed-wallet.ts'

/** Places of wallets in the listing, in the order in which they are shown. */
export type Order = Uint32Array<ArrayBuffer>
export type SortColumn = 'network' | 'address' | 'walletId'
type Compare = (a: ListedWallet, b: ListedWallet) => number

/** Wallets put in order at a time: a few milliseconds. */
const runLength = 4096

const names = new Intl.Collator('en')
const inText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** Ids are decimal numbers beyond what a number of JavaScript holds. */
const byId: Compare = ({ walletId: a }, { walletId: b }) => a.length - b.length || inText(a, b)

const compareBy: Readonly<Record<Exclude<SortColumn, 'walletId'>, Compare>> = {
  // The search text begins with the address.
  address: (a, b) => inText(a.searchText, b.searchText) || byId(a, b),
  network: (a, b) => names.compare(a.network, b.network) || byId(a, b),
}

/** The order of the server, which is by wallet id. */
export const orderOf = (length: number): Order => new Uint32Array(length).map((_, place) => place)

/** The order with the next wallets of the listing in their places; with all of them when it is as long as the listing. */
export function withNextRun(order: Order, wallets: readonly ListedWallet[], column: keyof typeof compareBy): Order {
  const compare = compareBy[column]
  const at = (place: number) => wallets[place] as ListedWallet
  const length = Math.min(runLength, wallets.length - order.length)
  const run = Uint32Array.from({ length }, (_, place) => order.length + place)
  run.sort((a, b) => compare(at(a), at(b)))
  return merged(order, run, (a, b) => compare(at(a), at(b)))
}

function merged(left: Order, right: Order, compare: (a: number, b: number) => number): Order {
  const all = new Uint32Array(left.length + right.length)
  let [l, r] = [0, 0]
  for (let at = 0; at < all.length; at += 1) {
    const takesLeft = r === right.length || (l < left.length && compare(left[l] as number, right[r] as number) <= 0)
    all[at] = (takesLeft ? left[l++] : right[r++]) as number
  }
  return all
}
