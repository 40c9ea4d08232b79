import { Alert, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ChosenBackup, LocalServer, RestoredData } from '../../../bridge/local.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { ConfirmModal } from '../../parts/confirm-modal.tsx'
import { WhichData } from '../../parts/data-choice.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { numberText } from '../../parts/number-text.ts'
import { nameText, PlainText } from '../../parts/plain-text.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { TaskProgress, TaskResult, useLongTask } from './long-task.tsx'
import classes from './this-machine.module.css'

/** Puts a backup in the place of the data of this machine, after showing what is in it. */
export function RestoreSection({ local }: { readonly local: LocalServer }) {
  const { t } = useTranslation('thisMachine')
  const inspection = useLongTask('inspect-backup')
  const restore = useLongTask('restore')
  const queryClient = useQueryClient()
  useEffect(() => {
    if (restore.isDone) void queryClient.invalidateQueries()
  }, [restore.isDone, queryClient])
  const isPending = inspection.isPending || restore.isPending
  // Whichever began last is shown.
  const isRestored = (restore.startedAt ?? '') > (inspection.startedAt ?? '')
  const shown = isRestored ? restore : inspection
  return (
    <Section title={t('restore.title')} about={t('restore.about')} aside={<WhichData isDemo={local.isDemo} />}>
      <Group gap="xs">
        <BusyButton variant="default" loading={isPending} onClick={() => inspection.run({ do: 'inspect-backup' })}>
          {t('restore.choose')}
        </BusyButton>
      </Group>
      {isPending && (
        <TaskProgress
          task={isRestored ? 'restore' : 'inspect-backup'}
          label={t('restore.title')}
          choosing={t(isRestored ? 'restore.restoring' : 'restore.choosing')}
          textOf={() => t('inProgress')}
        />
      )}
      <TaskResult isPending={isPending} failure={shown.failure}>
        {!isPending && shown.answer?.kind === 'inspected' && (
          <Inspected
            backup={shown.answer.backup}
            replacesData={local.status !== 'absent'}
            onRestore={(keepTokens) => restore.run({ do: 'restore', keepTokens })}
          />
        )}
        {!isPending && shown.answer?.kind === 'restored' && <Restored restored={shown.answer.restored} />}
      </TaskResult>
    </Section>
  )
}

type InspectedProps = {
  readonly backup: ChosenBackup
  readonly replacesData: boolean
  readonly onRestore: (keepTokens: boolean) => void
}

/** What is in the chosen backup, and the way to restore it. */
function Inspected({ backup, replacesData, onRestore }: InspectedProps) {
  const { t } = useTranslation('thisMachine')
  const [isAsking, setAsking] = useState(false)
  return (
    <Stack gap="md" role="status" align="flex-start">
      <Contents backup={backup} />
      <MissingKeys {...backup} />
      <BusyButton color="red" onClick={() => setAsking(true)}>
        {t('restore.restore')}
      </BusyButton>
      {isAsking && (
        <Question
          createdAt={backup.createdAt}
          replacesData={replacesData}
          onClose={() => setAsking(false)}
          onConfirm={(keepTokens) => {
            setAsking(false)
            onRestore(keepTokens)
          }}
        />
      )}
    </Stack>
  )
}

/** Names beyond these are only counted. */
const mostNames = 10

function Contents({ backup }: { readonly backup: ChosenBackup }) {
  const { t } = useTranslation('thisMachine')
  const { file, createdAt, strongroom, auditHead, tenants, custodians } = backup
  const names = tenants.slice(0, mostNames).map(({ name }) => nameText(name))
  const more = tenants.length - names.length
  return (
    <Facts
      facts={[
        [t('restore.file'), <PlainText key="file" text={file} />],
        [t('restore.created'), <Moment key="created" at={createdAt} size="sm" />],
        [t('restore.version'), strongroom],
        [
          t('restore.tenants', { count: tenants.length }),
          [...names, ...(more > 0 ? [t('restore.moreTenants', { count: more })] : [])].join(', ') || '–',
        ],
        [t('restore.custodians'), numberText(custodians)],
        [t('restore.auditHead'), `${auditHead.sequence}`],
        [
          t('audit.headHash'),
          <Code key="hash" className={classes.lines}>
            {auditHead.hash}
          </Code>,
        ],
      ]}
    />
  )
}

/** Without these keys the server does not start with the restored data. */
function MissingKeys({ missingKeyIds, keyFile }: Pick<ChosenBackup, 'missingKeyIds' | 'keyFile'>) {
  const { t } = useTranslation('thisMachine')
  if (missingKeyIds.length === 0) return null
  return (
    <Alert color="yellow" variant="light" icon={<ShieldAlert aria-hidden />} title={t('restore.keyMissing')}>
      <Text size="sm" className={classes.lines}>
        {t('restore.keyMissingText', { keyIds: missingKeyIds.join(', '), keyFile })}
      </Text>
    </Alert>
  )
}

type QuestionProps = {
  /** Timestamp of the backup. */
  readonly createdAt: string
  readonly replacesData: boolean
  readonly onConfirm: (keepTokens: boolean) => void
  readonly onClose: () => void
}

function Question({ createdAt, replacesData, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('thisMachine')
  const [keepTokens, setKeepTokens] = useState(false)
  return (
    <ConfirmModal
      title={t('restore.question')}
      verb={t('restore.confirm')}
      isPending={false}
      failure={null}
      onConfirm={() => onConfirm(keepTokens)}
      onClose={onClose}
      {...(replacesData && { name: t('title') })}
    >
      <Text size="sm">
        {t('restore.backupOf')} <Moment at={createdAt} span size="sm" />
      </Text>
      <Text size="sm">{t(replacesData ? 'restore.replaces' : 'restore.fills')}</Text>
      <Text size="sm">{t('restore.olderKeys')}</Text>
      <Checkbox
        label={t('restore.keepTokens')}
        description={t('restore.keepTokensHint')}
        checked={keepTokens}
        onChange={({ currentTarget }) => setKeepTokens(currentTarget.checked)}
      />
    </ConfirmModal>
  )
}

function Restored({ restored }: { readonly restored: RestoredData }) {
  const { t } = useTranslation('thisMachine')
  const { createdAt, auditHead, aside, tokensRevoked, tokensValid, nextSteps } = restored
  return (
    <Stack gap="md">
      <Alert
        color="green"
        variant="light"
        role="status"
        title={t('restore.restored')}
        icon={<ShieldCheck aria-hidden />}
      >
        <Stack gap="xs">
          <Text size="sm">
            {t('restore.backupOf')} <Moment at={createdAt} span size="sm" />
          </Text>
          <Text size="sm">{t('restore.upTo', { sequence: auditHead.sequence })}</Text>
          {aside !== null && (
            <Text size="sm" className={classes.lines}>
              {t('restore.aside')} <Code>{aside}</Code>
            </Text>
          )}
          <Text size="sm">{t('restore.tokens', { revoked: tokensRevoked, valid: tokensValid })}</Text>
          <Text size="sm" fw={600}>
            {t('restore.nextSteps')}
          </Text>
          {nextSteps.map((step) => (
            <Text key={step} size="sm" className={classes.lines}>
              <PlainText text={step} />
            </Text>
          ))}
        </Stack>
      </Alert>
      <MissingKeys {...restored} />
    </Stack>
  )
}
