import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock, KeyRound } from 'lucide-react'
import { CustodianState } from '../../../../shared/custodians.ts'
import { ageInDays } from '../../../bridge/attention.ts'
import { isKnown, type ReadCustodian } from '../../../bridge/new-words.ts'
import { useCustodian } from '../../data/use-custodians.ts'
import { useRotations } from '../../data/use-rotations.ts'
import { LoadingRows, QueryView } from '../../parts/query-view.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'
import { isDue } from './custodian-rows.ts'
import { RotationsTable } from './rotations-table.tsx'

/** What an operator wants to know first: whether something is to be done, and what was done last. */
export function CustodianOverview() {
  const custodian = useCustodian()
  if (!custodian) return null
  return (
    <Stack gap="lg">
      <Advice custodian={custodian} />
      <RecentRotations custodianId={custodian.id} />
    </Stack>
  )
}

function useAdvice(custodian: ReadCustodian): string {
  const { t } = useTranslation('custodians')
  const { rotationDueDays: dueDays } = useConsole().settings
  const now = Date.now()
  if (!isKnown(CustodianState, custodian.state)) return t('advice.unknown', { state: custodian.state })
  if (custodian.state !== 'in-force') return t(`advice.${custodian.state}`)
  const count = ageInDays(custodian, now) ?? 0
  if (count === 0) return t('advice.today', { dueDays })
  return isDue(custodian, { now, dueDays })
    ? t('advice.old', { count, dueDays })
    : t('advice.young', { count, dueDays })
}

function Advice({ custodian }: { readonly custodian: ReadCustodian }) {
  const { t } = useTranslation('custodians')
  const dueDays = useConsole().settings.rotationDueDays
  const isNeeded = isDue(custodian, { now: Date.now(), dueDays })
  const title = isNeeded ? 'due' : isKnown(CustodianState, custodian.state) ? 'fine' : 'unknownTitle'
  return (
    <Alert
      color={isNeeded ? 'orange' : 'gray'}
      variant="light"
      title={t(`advice.${title}`)}
      icon={isNeeded ? <CalendarClock aria-hidden /> : <KeyRound aria-hidden />}
    >
      <Group justify="space-between" gap="md" wrap="nowrap">
        <Text size="sm">{useAdvice(custodian)}</Text>
        <Button
          component={Link}
          to={`/custodians/${custodian.id}/rotate`}
          size="xs"
          flex="none"
          variant={isNeeded ? 'filled' : 'default'}
          leftSection={<KeyRound size={14} aria-hidden />}
        >
          {t('tabs.rotate')}
        </Button>
      </Group>
    </Alert>
  )
}

/** How many of the newest rotations a custodian is shown with. */
const recentRotations = 5

/** The last few rotations, and the way to all of them. */
function RecentRotations({ custodianId }: { readonly custodianId: string }) {
  const { t } = useTranslation('custodians')
  const query = useRotations(custodianId, recentRotations)
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
      <QueryView query={query} what={t('reads.rotations')} loading={<LoadingRows count={recentRotations} />}>
        {(rotations) =>
          rotations.length ? (
            <RotationsTable label={t('history.title')} rotations={rotations} />
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
