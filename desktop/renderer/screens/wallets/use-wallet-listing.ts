import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WalletsRequest } from '../../../bridge/wallets.ts'
import { bridge } from '../../session/bridge.ts'
import { useActiveProfile } from '../../session/console-state.ts'
import { valueIn } from '../../session/failure.ts'
import { type LoadedListing, withSlice } from './listed-wallet.ts'

/** Milliseconds for which a complete listing is fresh, as for all other queries. */
const fresh = 15_000

/** What is shown, and the progress of loading. */
type Reading = {
  readonly listing: LoadedListing
  readonly progress: { readonly loaded: number; readonly total: number }
}

type WalletsWanted = { readonly tenantId: string; readonly custodianId: string; readonly onlyActive: boolean }

/** A first reading is shown as it grows; a later one takes the place of what is shown once it is whole. */
const taking =
  (incoming: LoadedListing) =>
  (held: Reading | undefined): Reading => ({
    listing: held?.listing.isComplete && !incoming.isComplete ? held.listing : incoming,
    progress: { loaded: incoming.wallets.length, total: incoming.total },
  })

/** The wallets of a custodian, slice by slice as they come. */
export function useWalletListing(wanted: WalletsWanted) {
  const profileId = useActiveProfile()?.id ?? null
  const query = useQuery<Reading>({
    queryKey: ['wallets', profileId, wanted],
    queryFn: async ({ client, queryKey, signal }) => {
      const onSlice = (incoming: LoadedListing) => client.setQueryData(queryKey, taking(incoming))
      return taking(await readWallets(wanted, { profileId, signal, onSlice }))(undefined)
    },
    // A listing that was left while it loaded is incomplete, and never fresh.
    staleTime: ({ state }) => (state.data?.listing.isComplete ? fresh : 0),
    structuralSharing: false,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const { data, isPlaceholderData, isFetching } = query
  const [whole, setWhole] = useState<LoadedListing | null>(null)
  if (data?.listing.isComplete && data.listing !== whole) setWhole(data.listing)
  if (query.isPending && whole) setWhole(null) // forgotten, for another token is used
  return {
    query,
    listing: data?.listing.isComplete ? data.listing : (whole ?? data?.listing ?? null),
    progress: data && isFetching && !isPlaceholderData ? data.progress : null,
  }
}

type Source = {
  /** Whose server is asked. */
  readonly profileId: string | null
  readonly signal: AbortSignal
  /** Called with each slice, the last one too. */
  readonly onSlice: (listing: LoadedListing) => void
}

/** Reads a listing slice by slice; each one is a task of its own, so that the screen stays free. Throws BridgeError. */
async function readWallets(request: WalletsRequest, { profileId, signal, onSlice }: Source): Promise<LoadedListing> {
  let listing: LoadedListing | null = null
  do {
    const next: WalletsRequest = listing ? { listingId: listing.id, from: listing.wallets.length } : request
    listing = withSlice(listing, valueIn(await bridge.wallets({ profileId, request: next })))
    signal.throwIfAborted()
    onSlice(listing)
  } while (!listing.isComplete)
  return listing
}
