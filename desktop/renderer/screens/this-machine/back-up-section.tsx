import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { ShieldCheck } from 'lucide-react'
import type { LocalServer } from '../../../bridge/local.ts'
import type { thisMachine } from '../../../words/en/this-machine.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { WhichData } from '../../parts/data-choice.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { callLocalServer, reveal } from '../../session/local-server.ts'
import { TaskProgress, TaskResult, useLongTask } from './long-task.tsx'
import classes from './this-machine.module.css'

type Step = keyof typeof thisMachine.steps

/** One file with all data, and where the last one went. */
export function BackUpSection({ local }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  const { run, isPending, answer, failure, startedAt } = useLongTask('back-up')
  return (
    <Section title={t('backUp')} about={t('backUpAbout')} aside={<WhichData isDemo={local.isDemo} />}>
      <Group gap="xs">
        <BusyButton
          variant="default"
          loading={isPending}
          disabled={local.status === 'absent'}
          onClick={() => run({ do: 'back-up' })}
        >
          {t('backUpNow')}
        </BusyButton>
        {isPending && (
          <Button variant="default" onClick={() => void callLocalServer({ do: 'cancel' })}>
            {t('cancelBackUp')}
          </Button>
        )}
      </Group>
      {isPending && (
        <TaskProgress
          task="back-up"
          label={t('backUp')}
          choosing={t('choosingTarget')}
          textOf={(step) => t([`steps.${step as Step}`, 'backingUp'])}
        />
      )}
      <TaskResult isPending={isPending} failure={failure}>
        {answer?.kind === 'backed-up' && startedAt && <BackedUp made={answer} at={startedAt} />}
      </TaskResult>
      {!isPending && !failure && !answer && <LastBackup local={local} />}
    </Section>
  )
}

/** Of an earlier session, or before the console was locked. */
function LastBackup({ local: { status, lastBackup: backup } }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  if (!backup)
    return (
      <Text size="sm" c="dimmed">
        {t(status === 'absent' ? 'nothingToBackUp' : 'noBackup')}
      </Text>
    )
  return (
    <Group gap="xs">
      <Text size="sm">{t('lastBackup')}</Text>
      <Moment at={backup.at} size="sm" />
      <Code>
        <PlainText text={backup.file} />
      </Code>
      <Button size="xs" variant="default" onClick={() => reveal('backup')}>
        {t('revealBackup')}
      </Button>
    </Group>
  )
}

type BackedUpProps = {
  readonly made: { readonly file: string; readonly sha256: string; readonly note: string }
  /** Timestamp. */
  readonly at: string
}

function BackedUp({ made: { file, sha256, note }, at }: BackedUpProps) {
  const { t } = useTranslation('thisMachine')
  return (
    <Alert color="green" variant="light" title={t('backedUp')} icon={<ShieldCheck aria-hidden />} role="status">
      <Stack gap="xs" align="flex-start">
        <Moment at={at} size="sm" />
        <Code>
          <PlainText text={file} />
        </Code>
        <Group gap={6}>
          <Text size="xs" className={classes.lines}>
            {t('sha256')} <Code>{sha256}</Code>
          </Text>
          <CopyButton text={sha256} what={t('sha256')} />
        </Group>
        <Text size="sm" className={classes.lines}>
          {note}
        </Text>
        <Button size="xs" variant="default" onClick={() => reveal('backup')}>
          {t('revealBackup')}
        </Button>
      </Stack>
    </Alert>
  )
}
