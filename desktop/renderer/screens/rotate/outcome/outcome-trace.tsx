import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Trace } from '../../../../bridge/failures.ts'
import { TraceIds } from '../../../parts/trace-ids.tsx'

/** What finds the rotation again; says so where no answer brought the id of the request. */
export function OutcomeTrace({ trace }: { readonly trace: Trace }) {
  const { t } = useTranslation('rotate')
  return (
    <div>
      <TraceIds trace={trace} />
      {trace.requestId === null && (
        <Text size="xs" c="dimmed">
          {t('noRequestId')}
        </Text>
      )}
    </div>
  )
}
