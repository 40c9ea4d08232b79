import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ListedWallet, WalletListing } from './listed-wallet.ts'
import { type Order, orderOf, type SortColumn, withNextRun } from './wallet-order.ts'

type Ordered = { readonly wallets: readonly ListedWallet[]; readonly order: Order }
type Sorted = Ordered & { readonly listingId: string; readonly column: SortColumn }

/** Lets the page paint and take input first. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

/** The wallets of a listing by a column, put in order in steps; until they are, they stay in the order they were in. */
export function useWalletOrder({ id, wallets }: WalletListing, column: SortColumn): Ordered & { isSorting: boolean } {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another listing, more of it or another column is sorted anew
  useEffect(() => {
    const leaving = new AbortController()
    void sort(leaving.signal)
    return () => leaving.abort()
  }, [id, wallets, column])

  const unsorted = useMemo(() => ({ wallets, order: orderOf(wallets.length) }), [wallets])
  return { ...(column === 'walletId' ? unsorted : (sorted ?? unsorted)), isSorting }
}
