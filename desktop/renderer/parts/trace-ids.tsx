import { Group } from '@mantine/core'
import type { Trace } from '../../bridge/failures.ts'
import { CopyableId } from './copy-button.tsx'
import { useTranslation } from './use-translation.ts'

/** What finds a call again, in the log of the server and in the history. */
export function TraceIds({ trace: { requestId, rotationId } }: { readonly trace: Trace }) {
  const { t } = useTranslation()
  if (requestId === null && rotationId === null) return null
  return (
    <Group gap="lg" style={{ rowGap: 4 }}>
      {requestId && <CopyableId label={t('requestId')} id={requestId} />}
      {rotationId && <CopyableId label={t('rotationId')} id={rotationId} />}
    </Group>
  )
}
