import { Alert, Stack, Text } from '@mantine/core'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { providers } from '../../../../../shared/providers.ts'
import type { ReadRotation } from '../../../../bridge/new-words.ts'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import type { Done } from '../progress/ending.ts'
import type { Rotatable } from '../rotatable.ts'
import { OutcomeTrace } from './outcome-trace.tsx'

type StoredOutcomeProps = { readonly custodian: Rotatable; readonly done: Done }

export function StoredOutcome({ custodian, done: { rotation, trace } }: StoredOutcomeProps) {
  const { t } = useTranslation('rotate')
  const provider = providers[custodian.provider].title
  const isFirst = rotation?.credentialVersion === 0
  return (
    <Alert
      color="teal"
      variant="light"
      role="alert"
      title={t(rotation ? 'stored.title' : 'stored.titleUnread')}
      icon={<CircleCheck aria-hidden />}
    >
      <Stack gap="sm">
        <Text size="sm" fw={600}>
          {t(rotation ? (isFirst ? 'stored.first' : 'stored.revoke') : 'stored.unread', {
            provider,
          })}
        </Text>
        {rotation && <Details rotation={rotation} />}
        <OutcomeTrace trace={trace} />
      </Stack>
    </Alert>
  )
}

function Details({ rotation }: { readonly rotation: ReadRotation }) {
  const { t } = useTranslation('rotate')
  const { credentialVersion, endedAt } = rotation
  return (
    <Facts
      facts={[
        [t('facts.version'), `${credentialVersion} → ${credentialVersion + 1}`],
        [t('facts.when'), endedAt && <Moment key="when" at={endedAt} size="sm" />],
      ]}
    />
  )
}
