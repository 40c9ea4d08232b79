import type { WalletRow, WalletSlice } from '../../../bridge/wallets.ts'

/** A wallet as the grid keeps it. */
export type ListedWallet = Omit<WalletRow, 'icon'> & {
  /** A data URI that main has checked; null when there is none that may be shown. */
  readonly networkIcon: string | null
  /** `label` in its metadata; null if there is none. */
  readonly label: string | null
  /** Address, network, id and label in small letters, a line each. */
  readonly searchText: string
}

/** What was read of a listing so far. */
export type LoadedListing = {
  readonly id: string
  readonly custodianName: string
  readonly custodianProvider: string
  /** In the order of the server, which is that of wallet ids. */
  readonly wallets: readonly ListedWallet[]
  readonly icons: Readonly<Record<number, string | null>>
  readonly total: number
  readonly isComplete: boolean
}

/** The listing with a slice more. */
export function withSlice(listing: LoadedListing | null, slice: WalletSlice): LoadedListing {
  const icons = { ...listing?.icons, ...slice.icons }
  return {
    id: slice.listingId,
    custodianName: slice.custodianName,
    custodianProvider: slice.custodianProvider,
    wallets: [...(listing?.wallets ?? []), ...slice.rows.map((row) => listed(row, icons))],
    icons,
    total: slice.total,
    isComplete: slice.isLast,
  }
}

function listed({ icon, ...wallet }: WalletRow, icons: LoadedListing['icons']): ListedWallet {
  const label = labelIn(wallet.metadataJson)
  return {
    ...wallet,
    networkIcon: icons[icon] ?? null,
    label,
    searchText: `${wallet.address}\n${wallet.network}\n${wallet.walletId}\n${label ?? ''}`.toLowerCase(),
  }
}

/** Longer metadata is not read for its label: it would hold up the page. */
const longestMetadata = 1_000_000

/** The label of a wallet as the server reads it; null also where the metadata is not JSON. */
export function labelIn(metadataJson: string): string | null {
  if (metadataJson === '{}' || metadataJson.length > longestMetadata) return null
  try {
    const metadata: unknown = JSON.parse(metadataJson)
    const label = typeof metadata === 'object' && metadata !== null && 'label' in metadata ? metadata.label : null
    return typeof label === 'string' ? label : null
  } catch {
    return null
  }
}
