import { Group, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ReadRotation } from '../../../bridge/new-words.ts'
import { useCustodianId } from '../../data/use-custodians.ts'
import { useNamedRotation, useRotationHistory } from '../../data/use-rotations.ts'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { LoadMore } from '../../parts/load-more.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { RotationsTable } from './rotations-table.tsx'

const isAmong = (rotations: readonly ReadRotation[], id: string) =>
  rotations.some(({ rotationId }) => rotationId === id)

type EarlierRotationProps = { readonly custodianId: string; readonly rotationId: string }

/** A rotation that was asked for by its ID, and is further back than what is loaded. */
function EarlierRotation({ custodianId, rotationId }: EarlierRotationProps) {
  const { t } = useTranslation('custodians')
  const query = useNamedRotation(custodianId, rotationId)
  return (
    <QueryView query={query} what={t('reads.rotations')}>
      {(rotation) => <RotationsTable label={t('history.earlier')} rotations={[rotation]} opened={rotationId} />}
    </QueryView>
  )
}

/** Every rotation of the custodian with its outcome. */
export function HistoryScreen() {
  const { t } = useTranslation('custodians')
  const id = useCustodianId()
  const query = useRotationHistory(id)
  const { rotation } = useSearch({ from: '/custodians/$custodianId/history' })
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
              {rotation && !isAmong(rotations, rotation) && <EarlierRotation custodianId={id} rotationId={rotation} />}
              <RotationsTable key={rotation} label={t('history.title')} rotations={rotations} opened={rotation} />
              <LoadMore
                query={query}
                count={t(query.hasNextPage ? 'history.loaded' : 'history.count', { count: rotations.length })}
                label={t('history.more')}
              />
            </>
          ) : (
            <Empty title={t('history.none')} hint={t('history.noneHint')} />
          )
        }
      </QueryView>
    </Stack>
  )
}
