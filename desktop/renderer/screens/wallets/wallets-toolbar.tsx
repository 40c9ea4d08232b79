import { Button, Group, Progress, Stack, Switch, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { numberText } from '../../parts/number-text.ts'
import { SearchInput } from '../../parts/search-input.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import type { ListedWallet } from './listed-wallet.ts'
import type { useWalletListing } from './use-wallet-listing.ts'
import { countNarrowings, type WalletFilter } from './wallet-filter.ts'
import { WalletFilterFields } from './wallet-filter-fields.tsx'
import classes from './wallets.module.css'

type ToolbarProps = Pick<ReturnType<typeof useWalletListing>, 'query'> & {
  readonly wallets: readonly ListedWallet[]
  readonly filter: WalletFilter
  readonly onFilter: (changes: Partial<WalletFilter>) => void
  readonly isInactiveShown: boolean
  readonly onShowInactive: (isShown: boolean) => void
  readonly exportMenu: ReactNode
  /** What is said of the wallets, in the same line. */
  readonly children: ReactNode
}

/** Filters have a line of their own, which is opened, so that rows have the room in a small window. */
export function WalletsToolbar(props: ToolbarProps) {
  const { wallets, filter, onFilter, isInactiveShown, onShowInactive, query, exportMenu, children } = props
  const { t } = useTranslation('wallets')
  const narrowings = countNarrowings(filter)
  const [isOpen, setOpen] = useState(narrowings > 0)
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SearchInput
          label={t('search')}
          hint={t('searchHint')}
          value={filter.text}
          onChange={(text) => onFilter({ text })}
        />
        <Button variant="default" px="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {narrowings === 0 ? t('filters') : t('filtersSet', { count: narrowings })}
        </Button>
        <Switch
          label={t('showInactive')}
          checked={isInactiveShown}
          onChange={({ currentTarget }) => onShowInactive(currentTarget.checked)}
        />
        {children}
        <Group gap="xs" ml="auto" wrap="nowrap">
          {exportMenu}
          <RefreshButton query={query} />
        </Group>
      </Group>
      {isOpen && <WalletFilterFields wallets={wallets} filter={filter} onFilter={onFilter} />}
    </Stack>
  )
}

type StatusProps = {
  readonly found: number
  readonly all: number
  readonly progress: { readonly loaded: number; readonly total: number } | null
  /** Id of the wallet whose address was copied last. */
  readonly copied: string | null
}

/** How many there are, how many of them are shown, and how far the reading is. */
export function WalletsStatus({ found, all, progress, copied }: StatusProps) {
  const { t } = useTranslation('wallets')
  return (
    <Group gap="sm">
      <ShownCount shown={found} all={all} whole={t('count', { count: all })} />
      {copied && (
        <Text size="sm" c="dimmed">
          {t('addressCopied', { id: copied })}
        </Text>
      )}
      {progress && progress.loaded < progress.total && <Reading {...progress} />}
    </Group>
  )
}

function Reading({ loaded, total }: NonNullable<StatusProps['progress']>) {
  const { t } = useTranslation('wallets')
  return (
    <div className={classes.progress}>
      <Progress
        value={(100 * loaded) / total}
        size="sm"
        flex={1}
        transitionDuration={0}
        aria-label={t('progressLabel')}
      />
      <Text size="sm" c="dimmed">
        {t('progress', { loaded: numberText(loaded), total: numberText(total) })}
      </Text>
    </div>
  )
}
