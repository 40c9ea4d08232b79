import { Box, Group, Progress, Switch, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { numberText } from '../../parts/number-text.ts'
import { SearchInput } from '../../parts/search-input.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import type { useWalletListing } from './use-wallet-listing.ts'
import classes from './wallets.module.css'

type ToolbarProps = Pick<ReturnType<typeof useWalletListing>, 'query'> & {
  readonly text: string
  readonly onText: (text: string) => void
  readonly isInactiveShown: boolean
  readonly onShowInactive: (isShown: boolean) => void
  /** What is said of the wallets, in the same line. */
  readonly children: ReactNode
}

export function WalletsToolbar({ text, onText, isInactiveShown, onShowInactive, query, children }: ToolbarProps) {
  const { t } = useTranslation('wallets')
  return (
    <Group gap="sm">
      <SearchInput label={t('search')} hint={t('searchHint')} value={text} onChange={onText} />
      <Switch
        label={t('showInactive')}
        checked={isInactiveShown}
        onChange={({ currentTarget }) => onShowInactive(currentTarget.checked)}
      />
      {children}
      <Box ml="auto">
        <RefreshButton query={query} />
      </Box>
    </Group>
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
