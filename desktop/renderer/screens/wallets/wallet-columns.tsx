import type { TFunction } from 'i18next'
import type { GridColumn } from '../../parts/virtual-grid/grid-features.ts'
import { AddressText } from './address-text.tsx'
import { CopyAddress } from './copy-address.tsx'
import type { ListedWallet } from './listed-wallet.ts'
import { NetworkName } from './network-name.tsx'
import { WalletFlags } from './wallet-flags.tsx'
import classes from './wallets.module.css'

/** With their words, for a cell that asked for its own would cost the scrolling. Sorted in wallet-order.ts. */
export function walletColumns(t: TFunction<['wallets', 'common']>): readonly GridColumn<ListedWallet>[] {
  const labels = { copy: t('common:copy'), copied: t('common:copied') }
  return [
    {
      id: 'network',
      accessorKey: 'network',
      header: t('network'),
      cell: ({ row }) => <NetworkName {...row.original} />,
    },
    {
      id: 'address',
      accessorKey: 'address',
      header: t('address'),
      cell: ({ row: { original } }) => (
        <span className={classes.addressCell}>
          <AddressText address={original.address} />
          <CopyAddress
            key={original.walletId}
            address={original.address}
            labels={labels}
            what={t('addressOf', { id: original.walletId })}
          />
        </span>
      ),
    },
    {
      id: 'walletId',
      accessorKey: 'walletId',
      header: t('walletId'),
      cell: ({ row: { original } }) => (
        <span className={classes.id} title={original.walletId}>
          {original.walletId}
        </span>
      ),
    },
    { id: 'flags', header: t('flags'), cell: ({ row }) => <WalletFlags wallet={row.original} t={t} /> },
  ]
}

/** Of the columns above; all of them fit into a window at 200 %. */
export const walletWidths = 'minmax(116px, 1.1fr) minmax(104px, 3.2fr) minmax(76px, 1fr) minmax(68px, 0.6fr)'
