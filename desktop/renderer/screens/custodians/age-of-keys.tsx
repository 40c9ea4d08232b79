import { Badge, Group, Text } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { utcOf } from '../../parts/moment.tsx'
import type { CustodianRow } from './custodian-rows.ts'

/** How old the keys are, and whether they are due for rotation. */
export function AgeOfKeys({ row }: { readonly row: Pick<CustodianRow, 'ageDays' | 'isDue' | 'lastRotatedAt'> }) {
  const { t } = useTranslation('custodians')
  const { ageDays, isDue, lastRotatedAt } = row
  return (
    <Group gap="xs" wrap="nowrap">
      {ageDays === null || lastRotatedAt === null ? (
        <Text size="sm" c="dimmed">
          {t('noKeys')}
        </Text>
      ) : (
        <Text component="time" size="sm" dateTime={lastRotatedAt} title={utcOf(lastRotatedAt)}>
          {ageDays === 0 ? t('today') : t('age', { count: ageDays })}
        </Text>
      )}
      {isDue && (
        <Badge
          variant="default"
          fw={600}
          title={t('dueMeaning')}
          leftSection={<CalendarClock size={12} aria-hidden color="var(--mantine-color-orange-6)" />}
        >
          {t('due')}
        </Badge>
      )}
    </Group>
  )
}
