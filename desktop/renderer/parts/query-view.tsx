import { Button, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readAgain } from '../session/sign-in-request.ts'
import { Empty } from './empty.tsx'
import { LoadFailure } from './load-failure.tsx'
import { useTranslation } from './use-translation.ts'

type QueryViewProps<Value> = {
  readonly query: UseQueryResult<Value, unknown>
  /** What is read, for the one notice of a page that reads several things. */
  readonly what?: string
  readonly loading?: ReactNode
  readonly children: (value: Value) => ReactNode
}

/** Draws what was read; says what is the matter above it while it keeps what was read before. */
export function QueryView<Value>({ query, what, loading = <LoadingRows />, children }: QueryViewProps<Value>) {
  const { data, isPending, fetchStatus, failureCount } = query
  if (isPending && fetchStatus === 'idle') return <LoadingStopped query={query} />
  if (isPending)
    return (
      <>
        {failureCount > 0 && <Waiting />}
        {loading}
      </>
    )
  return (
    <Stack gap="md">
      <LoadFailure query={query} isKept={data !== undefined} what={what} />
      {data !== undefined && children(data)}
    </Stack>
  )
}

/** In the place of what was waited for no longer. */
export function LoadingStopped({ query }: { readonly query: { refetch(): Promise<unknown> } }) {
  const { t } = useTranslation()
  const again = (
    <Button variant="default" size="xs" onClick={() => void readAgain(() => query.refetch())}>
      {t('tryAgain')}
    </Button>
  )
  return <Empty title={t('stopped')} action={again} />
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

/** Rows where data will be, of the height of rows, so that nothing jumps when it comes. */
export function LoadingRows({ count = 6 }: { readonly count?: number }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs" role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  )
}
