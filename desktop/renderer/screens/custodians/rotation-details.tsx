import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReadRotation } from '../../../bridge/new-words.ts'
import { outcomeKey, verdictText, versionText } from '../../data/rotation-text.ts'
import { CopyableId } from '../../parts/copyable-id.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PlainText } from '../../parts/plain-text.tsx'

/** All that is known of one rotation. */
export function RotationDetails({ rotation }: { readonly rotation: ReadRotation }) {
  const { t } = useTranslation(['custodians', 'common'])
  const { outcome, verdict, reason, startedAt, endedAt, rotationId } = rotation
  return (
    <Stack gap="xs" py="xs">
      <Text size="sm" fw={600}>
        {t(`custodians:outcomeMeaning.${outcomeKey(outcome)}`)}
      </Text>
      <Facts
        facts={[
          [t('custodians:history.columns.verdict'), verdictText(verdict, (known) => t(`custodians:verdict.${known}`))],
          [
            t('custodians:history.reason'),
            reason === null ? (
              '–'
            ) : (
              <Text key="reason" size="xs" ff="monospace" component="div">
                <PlainText text={reason} />
              </Text>
            ),
          ],
          [t('custodians:version'), versionText(rotation)],
          [t('custodians:history.began'), <Moment key="began" at={startedAt} size="sm" />],
          [t('custodians:history.ended'), endedAt ? <Moment key="ended" at={endedAt} size="sm" /> : '–'],
        ]}
      />
      <CopyableId label={t('common:rotationId')} id={rotationId} />
    </Stack>
  )
}
