import { Group, Loader, Stack, Text, ThemeIcon } from '@mantine/core'
import { Check, Circle, Minus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StageReport, TestStage } from '../../../bridge/progress.ts'
import { PlainText } from '../../parts/plain-text.tsx'

type Status = StageReport['status'] | 'waiting'

const looks = {
  waiting: { icon: Circle, colour: 'gray' },
  skipped: { icon: Minus, colour: 'gray' },
  passed: { icon: Check, colour: 'green' },
  failed: { icon: X, colour: 'red' },
} as const

function Sign({ status }: { readonly status: Status }) {
  if (status === 'running') return <Loader size={20} aria-hidden />
  const { icon: Icon, colour } = looks[status]
  return (
    <ThemeIcon variant="light" color={colour} size={20} radius="xl" aria-hidden>
      <Icon size={12} />
    </ThemeIcon>
  )
}

type TestStageRowProps = { readonly stage: TestStage; readonly report: StageReport | undefined }

/** One step: how it went and what was found, or why it failed and what to do. */
export function TestStageRow({ stage, report }: TestStageRowProps) {
  const { t } = useTranslation('connect')
  const status = report?.status ?? 'waiting'
  return (
    <Group component="li" gap="sm" align="flex-start" wrap="nowrap" data-stage={stage} data-status={status}>
      <Sign status={status} />
      <Stack gap={0} flex={1} miw={0}>
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" fw={500}>
            {t(`stages.${stage}`)}
          </Text>
          <Text size="xs" c="dimmed">
            {t(`statuses.${status}`)}
          </Text>
        </Group>
        {report?.detail && (
          <Text size="xs" {...(status !== 'failed' && { c: 'dimmed' })}>
            <PlainText text={report.detail} />
          </Text>
        )}
      </Stack>
    </Group>
  )
}
