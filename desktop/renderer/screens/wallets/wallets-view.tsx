import { Button, Stack } from '@mantine/core'
import type { SortingState } from '@tanstack/react-table'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { copyText } from '../../parts/copy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { VirtualGrid } from '../../parts/virtual-grid/virtual-grid.tsx'
import type { ListedWallet, LoadedListing } from './listed-wallet.ts'
import type { useWalletListing } from './use-wallet-listing.ts'
import { walletColumns, walletWidths } from './wallet-columns.tsx'
import { WalletDrawer } from './wallet-drawer.tsx'
import { searchWallets, useWalletOrder, type WalletSortColumn } from './wallet-order.ts'
import { spokenAddress } from './wallet-text.tsx'
import { WalletsStatus, WalletsToolbar } from './wallets-toolbar.tsx'

type WalletsViewProps = Pick<ReturnType<typeof useWalletListing>, 'progress' | 'query'> & {
  readonly listing: LoadedListing
  readonly isInactiveShown: boolean
  readonly onShowInactive: (isShown: boolean) => void
}

const idOf = ({ walletId }: ListedWallet) => walletId
const nameOf = ({ address }: ListedWallet) => spokenAddress(address)

/** Which wallets are shown, in which order; typing and sorting never hold up the page. */
function useShownWallets(listing: LoadedListing) {
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<SortingState>([{ id: 'walletId', desc: false }])
  const [{ id: column, desc: isDescending }] = sorting as [{ id: WalletSortColumn; desc: boolean }]
  const { wallets, order, isSorting } = useWalletOrder(listing, column)
  const searched = useDeferredValue(text)
  const found = useMemo(
    () => searchWallets(wallets, { text: searched, order, isDescending }),
    [wallets, order, searched, isDescending],
  )
  const rowAt = useCallback((index: number) => wallets[found[index] as number] as ListedWallet, [wallets, found])
  return {
    search: { text, setText, searched },
    counts: { found: found.length, all: wallets.length },
    rows: { count: found.length, rowAt, idOf },
    sort: { sorting, onSort: setSorting },
    isBusy: isSorting || searched !== text,
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
export function WalletsView({ listing, progress, query, isInactiveShown, onShowInactive }: WalletsViewProps) {
  const { t } = useTranslation('wallets')
  const columns = useMemo(() => walletColumns(t), [t])
  const { search, counts, rows, sort, isBusy } = useShownWallets(listing)
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
        text={search.text}
        onText={search.setText}
        isInactiveShown={isInactiveShown}
        onShowInactive={onShowInactive}
        query={query}
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
            <NoMatch query={search.searched.trim()} onClear={() => search.setText('')} />
          )
        }
      />
      <WalletDrawer wallet={shown} onClose={() => setOpened(null)} />
    </Stack>
  )
}

function NoMatch({ query, onClear }: { readonly query: string; readonly onClear: () => void }) {
  const { t } = useTranslation('wallets')
  const clear = (
    <Button size="xs" variant="default" onClick={onClear}>
      {t('clearSearch')}
    </Button>
  )
  return <Empty title={t('noneFound')} hint={t('noneFoundHint', { query })} action={clear} />
}
