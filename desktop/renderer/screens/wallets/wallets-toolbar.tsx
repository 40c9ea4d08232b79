import { Box, Group, Kbd, Switch, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { RefreshButton } from '../../parts/refresh-button.tsx'
import type { useWalletListing } from './use-wallet-listing.ts'

type ToolbarProps = Pick<ReturnType<typeof useWalletListing>, 'query'> & {
  readonly text: string
  readonly onText: (text: string) => void
  readonly isInactiveShown: boolean
  readonly onShowInactive: (isShown: boolean) => void
}

export function WalletsToolbar({ text, onText, isInactiveShown, onShowInactive, query }: ToolbarProps) {
  const { t } = useTranslation('wallets')
  const search = useRef<HTMLInputElement>(null)
  const find = () => search.current?.focus()
  useHotkeys([
    ['/', find],
    ['mod+F', find],
  ])
  return (
    <Group align="flex-end" gap="md">
      <TextInput
        ref={search}
        type="search"
        label={t('search')}
        placeholder={t('searchHint')}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd aria-hidden>/</Kbd>}
        flex="1 1 220px"
        maw={420}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onText('')}
      />
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
