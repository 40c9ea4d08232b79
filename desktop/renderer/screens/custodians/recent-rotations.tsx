import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRotations } from '../../data/use-rotations.ts'
import { LoadingRows } from '../../parts/loading-rows.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { RotationsTable } from './rotations-table.tsx'

const shown = 5

/** The last few rotations, and the way to all of them. */
export function RecentRotations({ custodianId }: { readonly custodianId: string }) {
  const { t } = useTranslation('custodians')
  const query = useRotations(custodianId, shown)
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h5">
          {t('recent')}
        </Title>
        <Anchor component={Link} to={`/custodians/${custodianId}/history`} size="sm">
          {t('allRotations')}
        </Anchor>
      </Group>
      <QueryView query={query} what={t('reads.rotations')} loading={<LoadingRows count={shown} />}>
        {(rotations) =>
          rotations.length ? (
            <RotationsTable rotations={rotations} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('history.none')}
            </Text>
          )
        }
      </QueryView>
    </Stack>
  )
}
