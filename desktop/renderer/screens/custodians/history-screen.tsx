import { Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BusyButton } from '../../parts/busy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { RefreshButton } from '../../parts/refresh-button.tsx'
import { RotationsTable } from './rotations-table.tsx'
import { useCustodianId } from './use-custodian.ts'
import { useRotations } from './use-rotations.ts'

/** How many are asked for, and with each press of the button; the server answers no more than the last. */
const limits = [50, 200, 1000]

/** What became of every rotation of the custodian. */
export function HistoryScreen() {
  const { t } = useTranslation('custodians')
  const id = useCustodianId()
  const [step, setStep] = useState(0)
  const limit = limits[step] ?? 1000
  const query = useRotations(id, limit)
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h5">
            {t('history.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('history.about')}
          </Text>
        </div>
        <RefreshButton query={query} />
      </Group>
      <QueryView query={query} what={t('reads.rotations')}>
        {(rotations) =>
          rotations.length ? (
            <>
              <RotationsTable rotations={rotations} />
              <Group gap="md">
                <Text size="sm" c="dimmed" role="status">
                  {t('history.count', { count: rotations.length })}
                </Text>
                {rotations.length >= limit && step < limits.length - 1 && (
                  <BusyButton variant="default" size="xs" loading={query.isFetching} onClick={() => setStep(step + 1)}>
                    {t('history.more')}
                  </BusyButton>
                )}
                {rotations.length >= 1000 && <Text size="sm">{t('history.most')}</Text>}
              </Group>
            </>
          ) : (
            <Empty title={t('history.none')} hint={t('history.noneHint')} />
          )
        }
      </QueryView>
    </Stack>
  )
}
