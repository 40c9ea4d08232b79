import { useState } from 'react'
import type { Translate } from '../../../words/translate.ts'
import { copyText } from '../../parts/copy-button.tsx'
import { NetworkName } from '../../parts/network-name.tsx'
import type { GridColumn } from '../../parts/virtual-grid/grid-row.tsx'
import type { ListedWallet } from './listed-wallet.ts'
import { AddressText } from './wallet-text.tsx'
import classes from './wallets.module.css'

/** With their words, for a cell that asked for its own would cost the scrolling. Sorted in wallet-order.ts. */
export function walletColumns(t: Translate<'wallets'>): readonly GridColumn<ListedWallet>[] {
  const labels = { copy: t('common:copy'), copied: t('common:copied') }
  const flagWords = flags.map((flag) => ({ ...flag, word: t(flag.name) }))
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
      cell: ({ row: { original } }) => {
        const what = t('addressOf', { id: original.walletId })
        const names = { copy: t('common:copyWhat', { what }), copied: t('common:copiedWhat', { what }) }
        return (
          <span className={classes.addressCell}>
            <AddressText address={original.address} />
            <CopyAddress key={original.walletId} {...{ address: original.address, labels, names, what }} />
          </span>
        )
      },
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
    { id: 'flags', header: t('flags'), cell: ({ row }) => <WalletFlags wallet={row.original} words={flagWords} /> },
  ]
}

/** Of the columns above; all of them fit into a window at 200 %. */
export const walletWidths = 'minmax(116px, 1.1fr) minmax(104px, 3.2fr) minmax(76px, 1fr) minmax(68px, 0.6fr)'

/** Milliseconds for which the button says that it was done. */
const copiedForMs = 1500

type CopyState = 'copy' | 'copied'

type CopyAddressProps = {
  readonly address: string
  readonly labels: Record<CopyState, string>
  /** The labels with what is copied, for a screen reader. */
  readonly names: Record<CopyState, string>
  /** What is copied, for the announcement. */
  readonly what: string
}

/** Like CopyButton, but as light as a row that comes and goes while the grid is scrolled has to be. */
function CopyAddress({ address, labels, names, what }: CopyAddressProps) {
  const [state, setState] = useState<CopyState>('copy')
  const copy = async () => {
    if (!(await copyText(address, what))) return
    setState('copied')
    setTimeout(setState, copiedForMs, 'copy')
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.copy}
      data-state={state}
      title={labels[state]}
      aria-label={names[state]}
      onClick={() => void copy()}
    />
  )
}

const flags = [
  { name: 'visible', isSet: ({ isVisible }: ListedWallet) => isVisible },
  { name: 'treasury', isSet: ({ isTreasuryEnabled }: ListedWallet) => isTreasuryEnabled },
  { name: 'gasStation', isSet: ({ isGasStationEnabled }: ListedWallet) => isGasStationEnabled },
  { name: 'inactive', isSet: ({ isActive }: ListedWallet) => !isActive },
] as const

type FlagWord = (typeof flags)[number] & { readonly word: string }
type WalletFlagsProps = { readonly wallet: ListedWallet; readonly words: readonly FlagWord[] }

/** Each flag has a place of its own, so that a column of them can be read downwards. Drawn as its icon; the text is heard. */
function WalletFlags({ wallet, words }: WalletFlagsProps) {
  return (
    <span className={classes.flags}>
      {words.map(({ name, isSet, word }) => (
        <span key={name} data-flag={name} hidden={!isSet(wallet)} className={classes.flag} title={word}>
          {isSet(wallet) && word}
        </span>
      ))}
    </span>
  )
}
