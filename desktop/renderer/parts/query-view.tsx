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
  const { data, error, isPending, failureCount, refetch } = query
  if (isPending)
    return (
      <>
        {failureCount > 0 && <Waiting />}
        {loading}
      </>
    )
  return (
    <Stack gap="md">
      {error !== null && <FailureNotice failure={failureIn(error)} onRetry={() => void refetch()} />}
      {error !== null && data !== undefined && <Text size="sm">{t('stale')}</Text>}
      {data !== undefined && children(data)}
    </Stack>
  )
}

/** A server that has too much to do said so, and is asked again after a while. */
function Waiting() {
  const { t } = useTranslation()
  return (
    <Text size="sm" role="status" mb="sm">
      {t('waiting')}
    </Text>
  )
}
