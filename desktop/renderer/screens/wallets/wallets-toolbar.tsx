import { Box, Group, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RefreshButton } from '../../parts/refresh-button.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import type { useWalletListing } from './use-wallet-listing.ts'

type ToolbarProps = Pick<ReturnType<typeof useWalletListing>, 'query'> & {
  readonly text: string
  readonly onText: (text: string) => void
  readonly isInactiveShown: boolean
  readonly onShowInactive: (isShown: boolean) => void
}

export function WalletsToolbar({ text, onText, isInactiveShown, onShowInactive, query }: ToolbarProps) {
  const { t } = useTranslation('wallets')
  return (
    <Group align="flex-end" gap="md">
      <SearchInput label={t('search')} hint={t('searchHint')} value={text} onChange={onText} />
      <Switch
        label={t('showInactive')}
        checked={isInactiveShown}
        onChange={({ currentTarget }) => onShowInactive(currentTarget.checked)}
        mb={8}
      />
      <Box ml="auto">
        <RefreshButton query={query} />
      </Box>
    </Group>
  )
}
