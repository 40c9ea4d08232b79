import { Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { testStages } from '../../../bridge/progress.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { failureIn } from '../../session/failure.ts'
import classes from './profiles.module.css'
import { TestStageRow } from './test-stage-row.tsx'
import type { useConnectionTest } from './use-connection-test.ts'

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
        {error && <FailureNotice failure={failureIn(error)} />}
        <BusyButton variant="default" loading={isRunning} onClick={() => onRun()}>
          {t(isTested && !isRunning ? 'testAgain' : 'testRun')}
        </BusyButton>
      </Stack>
    </Paper>
  )
}
