import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../failure-notice.tsx'
import type { Reading } from './reading.ts'
import { useFocusLeft } from './use-focus-left.ts'

/** One notice for readings that failed alike. */
export function UnreadNotice({ readings }: { readonly readings: readonly Reading[] }) {
  const { t } = useTranslation()
  const [first] = readings
  const notice = useFocusLeft()
  if (!first) return null
  const named = readings.flatMap(({ what }) => what ?? [])
  const retry = () => {
    for (const reading of readings) void reading.retry()
  }
  return (
    <Stack gap="md" ref={notice}>
      <FailureNotice
        failure={first.failure}
        traces={readings.map(({ failure }) => failure)}
        unread={named.length ? t('unread', { what: named.join(', ') }) : null}
        onRetry={retry}
      />
      {readings.some(({ isKept }) => isKept) && <Text size="sm">{t('stale')}</Text>}
    </Stack>
  )
}
