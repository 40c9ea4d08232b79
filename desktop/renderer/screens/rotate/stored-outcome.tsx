import { Alert, Group, Stack, Text } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Custodian } from '../../../../shared/custodians.ts'
import { providers } from '../../../../shared/providers.ts'
import type { Rotation } from '../../../../shared/rotations.ts'
import { CopyableId } from '../../parts/copyable-id.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'

type StoredOutcomeProps = { readonly custodian: Custodian; readonly rotation: Rotation | null }

export function StoredOutcome({ custodian, rotation }: StoredOutcomeProps) {
  const { t } = useTranslation(['rotate', 'common'])
  const provider = providers[custodian.provider].title
  const isFirst = rotation?.credentialVersion === 0
  return (
    <Alert
      color="teal"
      variant="light"
      role="alert"
      title={t(rotation ? 'rotate:stored.title' : 'rotate:stored.titleUnread')}
      icon={<CircleCheck aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {t(rotation ? (isFirst ? 'rotate:stored.first' : 'rotate:stored.revoke') : 'rotate:stored.unread', {
            provider,
          })}
        </Text>
        {rotation && <Details rotation={rotation} />}
      </Stack>
    </Alert>
  )
}

function Details({ rotation }: { readonly rotation: Rotation }) {
  const { t } = useTranslation(['rotate', 'common'])
  const { credentialVersion, rotationId, endedAt } = rotation
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          [t('rotate:facts.version'), `${credentialVersion} → ${credentialVersion + 1}`],
          [t('rotate:facts.when'), endedAt && <Moment key="when" at={endedAt} size="sm" />],
        ]}
      />
      <Group>
        <CopyableId label={t('common:rotationId')} id={rotationId} />
      </Group>
    </Stack>
  )
}
