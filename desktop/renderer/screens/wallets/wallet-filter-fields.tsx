import { Button, Group, Select } from '@mantine/core'
import { useMemo, useRef } from 'react'
import { useTranslation } from '../../parts/use-translation.ts'
import type { ListedWallet } from './listed-wallet.ts'
import {
  countNarrowings,
  everyWallet,
  networkChoices,
  type WalletFilter,
  walletFlags,
  walletLabellings,
} from './wallet-filter.ts'

type WalletFilterFieldsProps = {
  readonly wallets: readonly ListedWallet[]
  readonly filter: WalletFilter
  readonly onFilter: (changes: Partial<WalletFilter>) => void
}

/** Most choices drawn at once; typing narrows them down. */
const mostChoices = 100
const width = '1 1 116px'
const dropdown = { width: 200, position: 'bottom-start' } as const

/** Network, label and flags; their names are in what they say when nothing is chosen. */
export function WalletFilterFields({ wallets, filter, onFilter }: WalletFilterFieldsProps) {
  const { t } = useTranslation('wallets')
  const { blockchainId, labelling, flag } = filter
  const fields = useRef<HTMLDivElement>(null)
  const clear = () => {
    onFilter(everyWallet)
    // What was pressed is gone.
    fields.current?.querySelector('input')?.focus()
  }
  const networks = useMemo(() => networkChoices(wallets, blockchainId), [wallets, blockchainId])
  return (
    <Group gap="xs" ref={fields}>
      <Select
        aria-label={t('network')}
        placeholder={t('allNetworks')}
        data={networks}
        value={blockchainId}
        onChange={(chosen) => onFilter({ blockchainId: chosen })}
        limit={mostChoices}
        comboboxProps={dropdown}
        searchable
        clearable
        flex={width}
        maw={220}
      />
      <Select
        aria-label={t('label')}
        placeholder={t('allLabels')}
        data={walletLabellings.map((value) => ({ value, label: t(`labellings.${value}`) }))}
        value={labelling}
        onChange={(chosen) => onFilter({ labelling: chosen })}
        comboboxProps={dropdown}
        clearable
        flex={width}
        maw={220}
      />
      <Select
        aria-label={t('flags')}
        placeholder={t('allFlags')}
        data={walletFlags.map((value) => ({ value, label: t(`flagChoices.${value}`) }))}
        value={flag}
        onChange={(chosen) => onFilter({ flag: chosen })}
        comboboxProps={dropdown}
        clearable
        flex={width}
        maw={220}
      />
      {countNarrowings(filter) > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={clear}>
          {t('clearFilters')}
        </Button>
      )}
    </Group>
  )
}
