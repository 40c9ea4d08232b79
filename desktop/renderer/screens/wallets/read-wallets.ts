import type { WalletsRequest } from '../../../bridge/wallets.ts'
import { bridge } from '../../session/bridge.ts'
import { valueIn } from '../../session/failure.ts'
import { type WalletListing, withSlice } from './listed-wallet.ts'

type Reading = {
  /** Whose server is asked. */
  readonly profileId: string | null
  readonly signal: AbortSignal
  /** Called with each slice, the last one too. */
  readonly onSlice: (listing: WalletListing) => void
}

/** Reads a listing slice by slice; each one is a task of its own, so that the screen stays free. Throws BridgeError. */
export async function readWallets(
  request: WalletsRequest,
  { profileId, signal, onSlice }: Reading,
): Promise<WalletListing> {
  let listing: WalletListing | null = null
  do {
    const next: WalletsRequest = listing ? { listingId: listing.id, from: listing.wallets.length } : request
    listing = withSlice(listing, valueIn(await bridge.wallets({ profileId, request: next })))
    signal.throwIfAborted()
    onSlice(listing)
  } while (!listing.isComplete)
  return listing
}
