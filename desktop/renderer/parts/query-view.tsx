import { Stack, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingRows } from './loading-rows.tsx'
import { Unread } from './unread/unread.tsx'

type QueryViewProps<Value> = {
  readonly query: UseQueryResult<Value, unknown>
  /** What is read, for the one notice of a page that reads several things. */
  readonly what?: string
  readonly loading?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Draws what was read; says what is the matter above it while it keeps what was read before. */
export function QueryView<Value>({ query, what, loading = <LoadingRows />, children }: QueryViewProps<Value>) {
  const { data, isPending, failureCount } = query
  if (isPending)
    return (
      <>
        {failureCount > 0 && <Waiting />}
        {loading}
      </>
    )
  return (
    <Stack gap="md">
      <Unread query={query} isKept={data !== undefined} what={what} />
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
