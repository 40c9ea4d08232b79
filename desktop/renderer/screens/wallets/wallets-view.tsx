import { Button, Stack } from '@mantine/core'
import type { SortingState } from '@tanstack/react-table'
import { useCallback, useDeferredValue, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react'
import { copyText } from '../../parts/copy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { VirtualGrid } from '../../parts/virtual-grid/virtual-grid.tsx'
import { useProfileState } from '../../session/use-profile-state.ts'
import type { ListedWallet, LoadedListing } from './listed-wallet.ts'
import type { useWalletListing } from './use-wallet-listing.ts'
import { walletColumns, walletWidths } from './wallet-columns.tsx'
import { WalletDrawer } from './wallet-drawer.tsx'
import { countNarrowings, everyWallet, shownWallets, type WalletFilter } from './wallet-filter.ts'
import { useWalletOrder, type WalletSortColumn } from './wallet-order.ts'
import { spokenAddress } from './wallet-text.tsx'
import { WalletsExport } from './wallets-export-menu.tsx'
import { WalletsStatus, WalletsToolbar } from './wallets-toolbar.tsx'

type WalletsViewProps = Pick<ReturnType<typeof useWalletListing>, 'progress' | 'query'> & {
  readonly custodianId: string
  readonly listing: LoadedListing
  readonly isInactiveShown: boolean
  readonly onShowInactive: (isShown: boolean) => void
  /** What is searched for at first. */
  readonly address?: string | undefined
}

const idOf = ({ walletId }: ListedWallet) => walletId
const nameOf = ({ address }: ListedWallet) => spokenAddress(address)

/** Which wallets are shown, in which order; typing, filtering and sorting never hold up the page. */
function useShownWallets(listing: LoadedListing, filter: WalletFilter) {
  const [sorting, setSorting] = useState<SortingState>([{ id: 'walletId', desc: false }])
  const [{ id: column, desc: isDescending }] = sorting as [{ id: WalletSortColumn; desc: boolean }]
  const { wallets, order, isSorting } = useWalletOrder(listing, column)
  const applied = useDeferredValue(filter)
  const found = useMemo(
    () => shownWallets(wallets, applied, { order, isDescending }),
    [wallets, order, applied, isDescending],
  )
  const rowAt = useCallback((index: number) => wallets[found[index] as number] as ListedWallet, [wallets, found])
  return {
    applied,
    counts: { found: found.length, all: wallets.length },
    rows: { count: found.length, rowAt, idOf },
    sort: { sorting, onSort: setSorting },
    isBusy: isSorting || applied !== filter,
  }
}

/** A wallet as the listing has it by now; as it was where it is no longer listed. */
function useNewest(opened: ListedWallet | null, { wallets }: LoadedListing): ListedWallet | null {
  return useMemo(
    () => opened && (wallets.find(({ walletId }) => walletId === opened.walletId) ?? opened),
    [opened, wallets],
  )
}

/** The wallets of a listing with search and status above them, and one of them in a drawer. */
export function WalletsView(props: WalletsViewProps) {
  const { custodianId, listing, progress, query, isInactiveShown, onShowInactive } = props
  const { t } = useTranslation('wallets')
  const columns = useMemo(() => walletColumns(t), [t])
  const [filter, setFilter] = useProfileState(`wallets ${custodianId}`, everyWallet)
  const change = (changes: Partial<WalletFilter>) => setFilter({ ...filter, ...changes })
  const { applied, counts, rows, sort, isBusy } = useShownWallets(listing, filter)
  const look = useEffectEvent(() => props.address !== undefined && setFilter({ ...everyWallet, text: props.address }))
  // Before it is painted with the filter of the last visit.
  useLayoutEffect(() => void look(), [])
  const [opened, setOpened] = useState<ListedWallet | null>(null)
  const shown = useNewest(opened, listing)
  const [copied, setCopied] = useState<string | null>(null)
  const copy = async ({ address, walletId }: ListedWallet) => {
    if (await copyText(address, t('wallets:addressOf', { id: walletId }))) setCopied(walletId)
  }
  const isEmpty = listing.wallets.length === 0
  return (
    <Stack gap="xs">
      <WalletsToolbar
        wallets={listing.wallets}
        filter={filter}
        onFilter={change}
        isInactiveShown={isInactiveShown}
        onShowInactive={onShowInactive}
        query={query}
        exportMenu={
          <WalletsExport
            {...rows}
            custodianId={custodianId}
            readAt={query.dataUpdatedAt}
            isReady={listing.isComplete && !isBusy}
          />
        }
      >
        <WalletsStatus {...counts} progress={progress} copied={copied} />
      </WalletsToolbar>
      <VirtualGrid
        label={t('grid')}
        columns={columns}
        widths={walletWidths}
        headed="address"
        nameOf={nameOf}
        {...rows}
        {...sort}
        onOpen={setOpened}
        onCopy={(wallet) => void copy(wallet)}
        isBusy={isBusy}
        empty={
          isEmpty ? (
            <Empty title={t('none')} hint={t(isInactiveShown ? 'noneAtAll' : 'noneActive')} />
          ) : (
            <NoMatch filter={applied} hidden={counts.all} onClear={() => setFilter(everyWallet)} />
          )
        }
      />
      <WalletDrawer wallet={shown} onClose={() => setOpened(null)} />
    </Stack>
  )
}

type NoMatchProps = { readonly filter: WalletFilter; readonly hidden: number; readonly onClear: () => void }

function NoMatch({ filter, hidden, onClear }: NoMatchProps) {
  const { t } = useTranslation('wallets')
  const isByFilters = countNarrowings(filter) > 0
  const clear = (
    <Button size="xs" variant="default" onClick={onClear}>
      {t(isByFilters ? 'clearFilters' : 'clearSearch')}
    </Button>
  )
  const hint = isByFilters ? t('filtersHide', { count: hidden }) : t('noneFoundHint', { query: filter.text.trim() })
  return <Empty title={t('noneFound')} hint={hint} action={clear} />
}
