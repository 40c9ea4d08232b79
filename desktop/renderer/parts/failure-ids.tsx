import { Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyableId } from './copyable-id.tsx'

type FailureIdsProps = { readonly requestId: string | null; readonly rotationId: string | null }

/** What finds a failure again in the log of the server and in the history. */
export function FailureIds({ requestId, rotationId }: FailureIdsProps) {
  const { t } = useTranslation()
  return (
    <Group gap="lg" style={{ rowGap: 4 }}>
      {requestId && <CopyableId label={t('requestId')} id={requestId} />}
      {rotationId && <CopyableId label={t('rotationId')} id={rotationId} />}
    </Group>
  )
}
