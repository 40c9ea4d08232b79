import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { LocalServer, VerifiedAudit } from '../../../bridge/local.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { WhichData } from '../../parts/data-choice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { numberText } from '../../parts/number-text.ts'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { callLocalServer } from '../../session/local-server.ts'
import { TaskProgress, TaskResult, useLongTask } from './long-task.tsx'
import classes from './this-machine.module.css'

/** Verifies the audit of this machine, as `strongroom audit verify` does. */
export function AuditSection({ local }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  const { run, isPending, isDone, answer, failure, startedAt } = useLongTask('verify-audit')
  const restoredAt = useLongTask('restore').startedAt ?? ''
  // What was verified before a restore, or of the other data, says nothing about the present data.
  const isPresent = answer?.kind === 'verified' && answer.isDemo === local.isDemo && (startedAt ?? '') > restoredAt
  return (
    <Section title={t('audit.title')} about={t('audit.about')} aside={<WhichData isDemo={local.isDemo} />}>
      <Group gap="xs">
        <BusyButton
          variant="default"
          loading={isPending}
          disabled={local.status === 'absent'}
          onClick={() => run({ do: 'verify-audit' })}
        >
          {t('audit.verify')}
        </BusyButton>
        {isPending && (
          <Button variant="default" onClick={() => void callLocalServer({ do: 'cancel' })}>
            {t('audit.cancel')}
          </Button>
        )}
      </Group>
      {isPending && (
        <TaskProgress
          task="verify-audit"
          label={t('audit.title')}
          choosing={t('inProgress')}
          textOf={() => t('audit.verifying')}
        />
      )}
      <TaskResult isPending={isPending} failure={failure} cancelled={isDone && answer === null && t('audit.cancelled')}>
        {isPresent && startedAt && <Verified audit={answer.audit} at={startedAt} />}
      </TaskResult>
    </Section>
  )
}

type VerifiedProps = {
  readonly audit: VerifiedAudit
  /** Timestamp. */
  readonly at: string
}

function Verified({ audit, at }: VerifiedProps) {
  const { t } = useTranslation('thisMachine')
  const { fault } = audit
  return (
    <Alert
      color={fault ? 'red' : 'green'}
      variant="light"
      role={fault ? 'alert' : 'status'}
      title={t(fault ? 'audit.damaged' : 'audit.sound')}
      icon={fault ? <ShieldAlert aria-hidden /> : <ShieldCheck aria-hidden />}
    >
      <Stack gap="sm">
        <Moment at={at} size="sm" />
        {fault && <Damage fault={fault} />}
        <Findings audit={audit} />
        <Text size="sm">{t(fault ? 'audit.afterDamage' : 'audit.compareHead')}</Text>
      </Stack>
    </Alert>
  )
}

function Damage({ fault: { sequence, reason } }: { readonly fault: NonNullable<VerifiedAudit['fault']> }) {
  const { t } = useTranslation('thisMachine')
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {sequence === null ? t('audit.notOneRecord') : t('audit.firstBadRecord', { sequence })}
      </Text>
      <Text size="sm" className={classes.lines}>
        {reason}
      </Text>
    </Stack>
  )
}

function Findings({ audit: { records, head, anchor } }: { readonly audit: VerifiedAudit }) {
  const { t } = useTranslation('thisMachine')
  const anchored =
    typeof anchor === 'string' ? t(`audit.anchors.${anchor}`) : t('audit.anchoredAt', { sequence: anchor.sequence })
  const hash = (
    <Group gap={6} wrap="nowrap">
      <Code className={classes.lines}>{head.hash}</Code>
      <CopyButton text={head.hash} what={t('audit.headHash')} />
    </Group>
  )
  return (
    <Facts
      facts={[
        [t('audit.soundRecords'), numberText(records)],
        [t('audit.headRecord'), `${head.sequence}`],
        [t('audit.headHash'), hash],
        [t('audit.anchor'), anchored],
      ]}
    />
  )
}
