import { Button, Stack } from '@mantine/core'
import type { SortingState } from '@tanstack/react-table'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../parts/copy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { VirtualGrid } from '../../parts/virtual-grid/virtual-grid.tsx'
import type { ListedWallet, WalletListing } from './listed-wallet.ts'
import type { useWalletListing } from './use-wallet-listing.ts'
import { walletColumns, walletWidths } from './wallet-columns.tsx'
import { WalletDrawer } from './wallet-drawer.tsx'
import type { SortColumn } from './wallet-order.ts'
import { searchWallets, useWalletOrder } from './wallet-order.ts'
import { spokenAddress } from './wallet-text.tsx'
import { WalletsStatus, WalletsToolbar } from './wallets-toolbar.tsx'

type WalletsViewProps = Pick<ReturnType<typeof useWalletListing>, 'progress' | 'query'> & {
  readonly listing: WalletListing
  readonly isInactiveShown: boolean
  readonly onShowInactive: (isShown: boolean) => void
}

const idOf = ({ walletId }: ListedWallet) => walletId
const nameOf = ({ address }: ListedWallet) => spokenAddress(address)

/** A listing with what finds a wallet in it, and the one that is looked at. */
export function WalletsView({ listing, progress, query, isInactiveShown, onShowInactive }: WalletsViewProps) {
  const { t } = useTranslation(['wallets', 'common'])
  const columns = useMemo(() => walletColumns(t), [t])
  const [text, setText] = useState('')
  const [sorting, setSorting] = useState<SortingState>([{ id: 'walletId', desc: false }])
  const [opened, setOpened] = useState<ListedWallet | null>(null)
  const [copied, setCopied] = useState<string | null>(null)

  const [{ id: column, desc: isDescending }] = sorting as [{ id: SortColumn; desc: boolean }]
  const { wallets, order, isSorting } = useWalletOrder(listing, column)
  const searched = useDeferredValue(text)
  const found = useMemo(
    () => searchWallets(wallets, { text: searched, order, isDescending }),
    [wallets, order, searched, isDescending],
  )
  const rowAt = useCallback((index: number) => wallets[found[index] as number] as ListedWallet, [wallets, found])
  const copy = async ({ address, walletId }: ListedWallet) => {
    if (await copyText(address, t('wallets:addressOf', { id: walletId }))) setCopied(walletId)
  }

  const isEmpty = listing.wallets.length === 0
  const empty = isEmpty ? (
    <Empty title={t('none')} hint={t(isInactiveShown ? 'noneAtAll' : 'noneActive')} />
  ) : (
    <Empty
      title={t('noneFound')}
      hint={t('noneFoundHint', { query: searched.trim() })}
      action={
        <Button size="xs" variant="default" onClick={() => setText('')}>
          {t('clearSearch')}
        </Button>
      }
    />
  )
  return (
    <Stack gap="xs">
      <WalletsToolbar
        text={text}
        onText={setText}
        isInactiveShown={isInactiveShown}
        onShowInactive={onShowInactive}
        query={query}
      />
      <WalletsStatus found={found.length} all={wallets.length} progress={progress} copied={copied} />
      <VirtualGrid
        label={t('grid')}
        columns={columns}
        widths={walletWidths}
        headed="address"
        nameOf={nameOf}
        count={found.length}
        rowAt={rowAt}
        idOf={idOf}
        sorting={sorting}
        onSort={setSorting}
        onOpen={setOpened}
        onCopy={(wallet) => void copy(wallet)}
        isBusy={isSorting || searched !== text}
        empty={empty}
      />
      <WalletDrawer wallet={opened} onClose={() => setOpened(null)} />
    </Stack>
  )
}
