import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { inLanguage } from '../../../words/words.ts'
import type { ListedWallet, LoadedListing } from './listed-wallet.ts'

/** Places of wallets in the listing, in the order in which they are shown. */
type Order = Uint32Array<ArrayBuffer>
export type WalletSortColumn = 'network' | 'address' | 'walletId' | 'label'
type Compare = (a: ListedWallet, b: ListedWallet) => number

/** Wallets put in order at a time: a few milliseconds. */
const runLength = 4096

const names = inLanguage((language) => new Intl.Collator(language))
const inText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
/** Ids are decimal numbers beyond what a number of JavaScript holds. */
const byId: Compare = ({ walletId: a }, { walletId: b }) => a.length - b.length || inText(a, b)

const compareBy: Readonly<Record<Exclude<WalletSortColumn, 'walletId'>, Compare>> = {
  // The search text begins with the address.
  address: (a, b) => inText(a.searchText, b.searchText) || byId(a, b),
  network: (a, b) => names().compare(a.network, b.network) || byId(a, b),
  label: (a, b) => names().compare(a.label ?? '', b.label ?? '') || byId(a, b),
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
  let l = 0
  let r = 0
  for (let at = 0; at < all.length; at += 1) {
    const takesLeft = r === right.length || (l < left.length && compare(left[l] as number, right[r] as number) <= 0)
    all[at] = (takesLeft ? left[l++] : right[r++]) as number
  }
  return all
}

type Ordered = { readonly wallets: readonly ListedWallet[]; readonly order: Order }
type Sorted = Ordered & { readonly listingId: string; readonly column: WalletSortColumn }

/** Lets the page paint and take input first. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** The wallets of a listing by a column, put in order in steps; until they are, they stay in the order they were in. */
export function useWalletOrder(
  { id, wallets }: LoadedListing,
  column: WalletSortColumn,
): Ordered & { isSorting: boolean } {
  const [sorted, setSorted] = useState<Sorted | null>(null)
  const isSame = sorted?.listingId === id && sorted.column === column
  const isSorting = column !== 'walletId' && !(isSame && sorted.order.length === wallets.length)

  const sort = useEffectEvent(async (signal: AbortSignal) => {
    if (column === 'walletId') return setSorted(null)
    let order = isSame ? sorted.order : orderOf(0)
    while (order.length < wallets.length) {
      order = withNextRun(order, wallets, column)
      await pause()
      if (signal.aborted) return
    }
    setSorted({ listingId: id, column, wallets, order })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another listing, more of it or another column is sorted again
  useEffect(() => {
    const leaving = new AbortController()
    void sort(leaving.signal)
    return () => leaving.abort()
  }, [id, wallets, column])

  const unsorted = useMemo(() => ({ wallets, order: orderOf(wallets.length) }), [wallets])
  return { ...(column === 'walletId' ? unsorted : (sorted ?? unsorted)), isSorting }
}
