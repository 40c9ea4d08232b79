import { Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { failureIn } from '../failure.ts'
import { FailureNotice } from './failure-notice.tsx'
import { LoadingRows } from './loading-rows.tsx'

type QueryViewProps<Value> = {
  readonly query: UseQueryResult<Value, unknown>
  readonly loading?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Draws what was read; says what is the matter above it while it keeps what was read before. */
export function QueryView<Value>({ query, loading = <LoadingRows />, children }: QueryViewProps<Value>) {
  const { t } = useTranslation()
  const { data, error, isPending, refetch } = query
  if (isPending) return loading
  return (
    <Stack gap="md">
      {error !== null && <FailureNotice failure={failureIn(error)} onRetry={() => void refetch()} />}
      {error !== null && data !== undefined && <Text size="sm">{t('stale')}</Text>}
      {data !== undefined && children(data)}
    </Stack>
  )
}
