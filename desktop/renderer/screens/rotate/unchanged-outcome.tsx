import { Alert, Stack, Text } from '@mantine/core'
import { CircleMinus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Custodian } from '../../../../shared/custodians.ts'
import { providers } from '../../../../shared/providers.ts'
import type { Rotation } from '../../../../shared/rotations.ts'
import { CopyableId } from '../../parts/copyable-id.tsx'

type UnchangedOutcomeProps = { readonly custodian: Custodian; readonly rotation: Rotation | null }

/** The pair that was given is the one in force. */
export function UnchangedOutcome({ custodian, rotation }: UnchangedOutcomeProps) {
  const { t } = useTranslation(['rotate', 'common'])
  const provider = providers[custodian.provider].title
  return (
    <Alert
      color="blue"
      variant="light"
      role="alert"
      title={t('rotate:unchanged.title')}
      icon={<CircleMinus aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm">{t('rotate:unchanged.meaning', { provider })}</Text>
        <Text size="sm">{t('rotate:unchanged.next', { provider })}</Text>
        {rotation && <CopyableId label={t('common:rotationId')} id={rotation.rotationId} />}
      </Stack>
    </Alert>
  )
}
