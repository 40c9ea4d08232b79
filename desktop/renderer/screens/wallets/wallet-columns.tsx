import { useState } from 'react'
import type { Translate } from '../../../words/translate.ts'
import { copyText } from '../../parts/copy-button.tsx'
import { NetworkName } from '../../parts/network-name.tsx'
import type { GridColumn } from '../../parts/virtual-grid/grid-row.tsx'
import type { ListedWallet } from './listed-wallet.ts'
import { AddressText, LabelText } from './wallet-text.tsx'
import classes from './wallets.module.css'

/** With their words, for a cell that asked for its own would cost the scrolling. Sorted in wallet-order.ts. */
export function walletColumns(t: Translate<'wallets'>): readonly GridColumn<ListedWallet>[] {
  const labels = { copy: t('common:copy'), copied: t('common:copied') }
  const flagsOf = flagWords(t)
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
      cell: ({ row: { original } }) => <CutText text={original.walletId} />,
    },
    {
      id: 'label',
      accessorKey: 'label',
      header: t('label'),
      cell: ({ row: { original } }) => original.label && <LabelText label={original.label} />,
    },
    { id: 'flags', header: t('flags'), cell: ({ row }) => <CutText text={flagsOf(row.original)} /> },
  ]
}

/** Of the columns above; all of them fit into a window at 200 %. */
export const walletWidths =
  'minmax(92px, 1.1fr) minmax(100px, 2.6fr) minmax(60px, 0.8fr) minmax(60px, 1.2fr) minmax(60px, 1.1fr)'

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
  { name: 'inactive', isSet: ({ isActive }: ListedWallet) => !isActive },
  { name: 'treasury', isSet: ({ isTreasuryEnabled }: ListedWallet) => isTreasuryEnabled },
  { name: 'gasStation', isSet: ({ isGasStationEnabled }: ListedWallet) => isGasStationEnabled },
  { name: 'visible', isSet: ({ isVisible }: ListedWallet) => isVisible },
] as const

/** The flags of a wallet in words, the rarer ones first, as a narrow column cuts off the end. */
function flagWords(t: Translate<'wallets'>): (wallet: ListedWallet) => string {
  const words = flags.map((flag) => ({ ...flag, word: t(flag.name) }))
  return (wallet) =>
    words
      .filter(({ isSet }) => isSet(wallet))
      .map(({ word }) => word)
      .join(', ')
}

/** Cut off at the width there is, with the whole as a title. */
const CutText = ({ text }: { readonly text: string }) => (
  <span className={classes.cut} title={text}>
    {text}
  </span>
)
