import { Group, Loader, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Check, Circle, Minus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type StageReport, type TestStage, testStages } from '../../../bridge/progress.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { bridge } from '../../session/bridge.ts'
import { failureFrom, valueIn } from '../../session/failure.ts'
import { useProgress } from '../../session/use-progress.ts'
import classes from './profiles.module.css'
import type { DraftValues } from './use-profile-form.ts'

type Reports = Readonly<Partial<Record<TestStage, StageReport>>>

const byStage = (reports: readonly StageReport[]): Reports =>
  Object.fromEntries(reports.map((report) => [report.stage, report]))

/** Tests a server that need not be saved; the reports fill up while it runs. */
export function useConnectionTest() {
  const [reports, setReports] = useState<Reports>({})
  // Progress can arrive after the answer, which has all reports.
  const isAnswered = useRef(true)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async (draft: DraftValues) => {
      isAnswered.current = false
      const answer = await bridge.test(draft).finally(() => {
        isAnswered.current = true
      })
      const value = valueIn(answer)
      return value.kind === 'stages' ? value.reports : []
    },
    onMutate: () => setReports({}),
    onSuccess: (all) => setReports(byStage(all)),
  })
  useProgress('test', ({ report }) => {
    if (!isAnswered.current) setReports((known) => ({ ...known, [report.stage]: report }))
  })
  const forget = () => {
    reset()
    setReports({})
  }
  const hasFailed = error !== null || Object.values(reports).some(({ status }) => status === 'failed')
  return { reports, run: (draft: DraftValues) => mutate(draft), forget, isRunning: isPending, error, hasFailed }
}

type ConnectionTestProps = { readonly test: ReturnType<typeof useConnectionTest>; readonly onRun: () => void }

/** The steps on the way to a server, filled in as the test comes to them. */
export function ConnectionTest({ test, onRun }: ConnectionTestProps) {
  const { t } = useTranslation('connect')
  const { reports, isRunning, error } = test
  const isTested = Object.keys(reports).length > 0
  return (
    <Paper component="section" withBorder p="lg">
      <Stack gap="md">
        <Stack gap={4}>
          <Title order={2} size="h5">
            {t('test')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('testAbout')}
          </Text>
        </Stack>
        <Stack component="ol" gap="sm" className={classes.list} aria-live="polite" aria-busy={isRunning}>
          {testStages.map((stage) => (
            <TestStageRow key={stage} stage={stage} report={reports[stage]} />
          ))}
        </Stack>
        {error && <FailureNotice failure={failureFrom(error)} />}
        <BusyButton variant="default" loading={isRunning} onClick={() => onRun()}>
          {t(isTested && !isRunning ? 'testAgain' : 'testRun')}
        </BusyButton>
      </Stack>
    </Paper>
  )
}

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
function TestStageRow({ stage, report }: TestStageRowProps) {
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
