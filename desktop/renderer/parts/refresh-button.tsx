import { ActionIcon, Tooltip } from '@mantine/core'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFocusKept } from './use-focus-kept.ts'

type Refreshable = { readonly isFetching: boolean; refetch(): Promise<unknown> }

/** Reads again in place: rows, scroll and selection stay. */
export function RefreshButton({ query }: { readonly query: Refreshable }) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('refresh')}>
      <ActionIcon
        ref={useFocusKept(query.isFetching)}
        variant="default"
        size="lg"
        aria-label={t('refresh')}
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        <RefreshCw size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
