import { Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReadRotation } from '../../../../bridge/new-words.ts'
import { CopyableId } from '../../../parts/copy-button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { OutcomeBadge } from '../../../parts/outcome-badge.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import { api } from '../../../session/api.ts'

/** Milliseconds between two looks at the rotation that stands in the way. */
const between = 1000

/** The newest rotation of the custodian: the one in the way, until it has ended and says how. */
export function RotationInTheWay({ custodianId }: { readonly custodianId: string }) {
  const { data } = useQuery(
    api.custodians.rotations.queryOptions(
      { custodianId, limit: 1 },
      { staleTime: 0, refetchInterval: ({ state }) => (state.data?.[0]?.outcome ? false : between) },
    ),
  )
  const rotation: ReadRotation | undefined = data?.[0]
  // A region of its own, or each change in it would have the whole alert read out again.
  return <div role="status">{rotation && <Shown rotation={rotation} />}</div>
}

function Shown({ rotation }: { readonly rotation: ReadRotation }) {
  const { t } = useTranslation('rotate')
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {rotation.outcome ? t('rotate:open.ended') : t('rotate:open.title')}
        </Text>
        <Facts
          facts={[
            [t('rotate:facts.operator'), <PlainText key="operator" text={rotation.operator} />],
            [t('rotate:facts.began'), <Moment key="began" at={rotation.startedAt} size="sm" />],
            [t('rotate:facts.outcome'), <OutcomeBadge key="outcome" outcome={rotation.outcome} />],
          ]}
        />
        <CopyableId label={t('common:rotationId')} id={rotation.rotationId} />
      </Stack>
    </Paper>
  )
}
