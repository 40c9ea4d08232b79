import { useTranslation } from 'react-i18next'
import type { GridColumn } from '../../parts/virtual-grid/grid-features.ts'
import { AddressText } from './address-text.tsx'
import { CopyAddress } from './copy-address.tsx'
import type { ListedWallet } from './listed-wallet.ts'
import { NetworkName } from './network-name.tsx'
import { WalletFlags } from './wallet-flags.tsx'
import classes from './wallets.module.css'

type Head = 'network' | 'address' | 'walletId' | 'flags'

function Heading({ of }: { readonly of: Head }) {
  const { t } = useTranslation('wallets')
  return t(of)
}

/** Sorted in wallet-order.ts; the accessors only say that they can be. */
export const walletColumns: readonly GridColumn<ListedWallet>[] = [
  {
    id: 'network',
    accessorKey: 'network',
    header: () => <Heading of="network" />,
    cell: ({ row }) => <NetworkName {...row.original} />,
  },
  {
    id: 'address',
    accessorKey: 'address',
    header: () => <Heading of="address" />,
    cell: ({ row: { original } }) => (
      <span className={classes.addressCell}>
        <AddressText address={original.address} />
        <CopyAddress {...original} />
      </span>
    ),
  },
  {
    id: 'walletId',
    accessorKey: 'walletId',
    header: () => <Heading of="walletId" />,
    cell: ({ row: { original } }) => (
      <span className={classes.id} title={original.walletId}>
        {original.walletId}
      </span>
    ),
  },
  {
    id: 'flags',
    header: () => <Heading of="flags" />,
    cell: ({ row }) => <WalletFlags wallet={row.original} />,
  },
]

/** Of the columns above; all of them fit into a window at 200 %. */
export const walletWidths = 'minmax(80px, 1.1fr) minmax(104px, 3.2fr) minmax(76px, 1fr) minmax(68px, 0.6fr)'
