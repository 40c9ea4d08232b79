import { Alert, Button, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { Info, ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { CheckedUpdate, PreparedUpdate } from '../../../bridge/update.ts'
import { BusyButton } from '../../parts/busy-button.tsx'
import { ConfirmModal } from '../../parts/confirm-modal.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { Section } from '../../parts/section.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'
import { callLocalServer, reveal } from '../../session/local-server.ts'
import { TaskProgress, TaskResult, useLongTask } from './long-task.tsx'
import classes from './this-machine.module.css'

/** Verifies a package of a newer version, and says how it is installed. */
export function UpdateSection() {
  const { t } = useTranslation('thisMachine')
  const { verifiesUpdates } = useConsole()
  return (
    <Section title={t('update.title')} about={t('update.about')}>
      {verifiesUpdates ? <Update /> : <NoKey />}
    </Section>
  )
}

const verifyCommand = 'strongroom update verify FILE --public-key KEY'

function NoKey() {
  const { t } = useTranslation('thisMachine')
  return (
    <Alert color="gray" variant="light" title={t('update.noKey')} icon={<Info aria-hidden />}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t('update.noKeyText')}</Text>
        <Code>{verifyCommand}</Code>
      </Stack>
    </Alert>
  )
}

function Update() {
  const { t } = useTranslation('thisMachine')
  const check = useLongTask('check-update')
  const preparation = useLongTask('prepare-update')
  // Whichever began last is shown.
  const isPrepared = (preparation.startedAt ?? '') > (check.startedAt ?? '')
  const shown = isPrepared ? preparation : check
  const isPending = check.isPending || preparation.isPending
  // A copy that was refused before its installation is no longer offered.
  const isRefused = shown.failure?.code === 'UpdateRefused'
  const checked = check.answer?.kind === 'update-checked' && !isRefused ? check.answer.update : null
  const prepared = shown.answer?.kind === 'update-prepared' ? shown.answer.prepared : null
  return (
    <>
      <Group gap="xs">
        <BusyButton variant="default" loading={isPending} onClick={() => check.run({ do: 'check-update' })}>
          {t('update.choose')}
        </BusyButton>
        {isPending && (
          <Button variant="default" onClick={() => void callLocalServer({ do: 'cancel' })}>
            {t('update.cancel')}
          </Button>
        )}
      </Group>
      {isPending && <Pending isPreparing={isPrepared} />}
      <TaskResult
        isPending={isPending}
        failure={shown.failure}
        cancelled={!isPending && check.isDone && check.answer === null && t('update.cancelled')}
      >
        {!isPending && checked !== null && prepared === null && (
          <Checked update={checked} onPrepare={(backUp) => preparation.run({ do: 'prepare-update', backUp })} />
        )}
        {!isPending && prepared !== null && <Prepared prepared={prepared} />}
      </TaskResult>
    </>
  )
}

/** A backup comes first, where the operator asked for one. */
function Pending({ isPreparing }: { readonly isPreparing: boolean }) {
  const { t } = useTranslation('thisMachine')
  const isBackingUp = useConsole().local.task === 'back-up'
  if (!isPreparing)
    return (
      <TaskProgress
        task="check-update"
        label={t('update.title')}
        choosing={t('update.choosing')}
        textOf={() => t('update.verifying')}
      />
    )
  return (
    <TaskProgress
      key={isBackingUp ? 'back-up' : 'prepare-update'}
      task={isBackingUp ? 'back-up' : 'prepare-update'}
      label={t('update.title')}
      choosing={t('choosingTarget')}
      textOf={() => t(isBackingUp ? 'backingUp' : 'update.verifyingCopy')}
    />
  )
}

type CheckedProps = { readonly update: CheckedUpdate; readonly onPrepare: (backUp: boolean) => void }

function Checked({ update, onPrepare }: CheckedProps) {
  const { t } = useTranslation('thisMachine')
  const [isAsking, setAsking] = useState(false)
  const isNewer = update.fit === 'newer'
  return (
    <Stack gap="md" align="flex-start">
      <Alert
        color={isNewer ? 'green' : 'yellow'}
        variant="light"
        role="status"
        title={t(isNewer ? 'update.verified' : 'update.notNewer')}
        icon={isNewer ? <ShieldCheck aria-hidden /> : <ShieldAlert aria-hidden />}
        w="100%"
      >
        <Stack gap="sm">
          {update.fit !== 'newer' && <Text size="sm">{t(`update.fits.${update.fit}`)}</Text>}
          <Findings update={update} />
          <Text size="sm">{t('update.compareKey')}</Text>
        </Stack>
      </Alert>
      {isNewer && <Button onClick={() => setAsking(true)}>{t('update.prepare')}</Button>}
      {isAsking && (
        <Question
          update={update}
          onClose={() => setAsking(false)}
          onConfirm={(backUp) => {
            setAsking(false)
            onPrepare(backUp)
          }}
        />
      )}
    </Stack>
  )
}

function Findings({ update }: { readonly update: CheckedUpdate }) {
  const { t } = useTranslation('thisMachine')
  const { file, version, installedVersion, sha256, keyFingerprint } = update
  return (
    <Facts
      facts={[
        [t('update.file'), <PlainText key="file" text={file} />],
        [t('update.installed'), installedVersion],
        [t('update.offered'), version ?? t('update.noVersion')],
        [t('sha256'), <Hash key="sum" text={sha256} what={t('sha256')} />],
        [t('update.key'), <Hash key="key" text={keyFingerprint} what={t('update.key')} />],
      ]}
    />
  )
}

function Hash({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Code className={classes.lines}>{text}</Code>
      <CopyButton text={text} what={what} />
    </Group>
  )
}

type QuestionProps = {
  readonly update: CheckedUpdate
  readonly onConfirm: (backUp: boolean) => void
  readonly onClose: () => void
}

function Question({ update: { version, data }, onConfirm, onClose }: QuestionProps) {
  const { t } = useTranslation('thisMachine')
  const [backUp, setBackUp] = useState(true)
  return (
    <ConfirmModal
      title={t('update.question', { version: version ?? '' })}
      verb={t('update.confirm')}
      isPending={false}
      failure={null}
      onConfirm={() => onConfirm(data !== null && backUp)}
      onClose={onClose}
    >
      <Text size="sm">{t('update.stops')}</Text>
      {data && (
        <>
          <Text size="sm">{t('update.forward')}</Text>
          <Checkbox
            label={t('update.backUp')}
            description={t('update.backUpHint')}
            checked={backUp}
            onChange={({ currentTarget }) => setBackUp(currentTarget.checked)}
          />
          <Text size="sm" c="dimmed">
            {data.lastBackup ? (
              <>
                {t('update.lastBackup')} <Moment at={data.lastBackup.at} span size="sm" />
              </>
            ) : (
              t('update.noBackup')
            )}
          </Text>
        </>
      )}
    </ConfirmModal>
  )
}

function Prepared({ prepared: { version, format, copy, command, backup } }: { readonly prepared: PreparedUpdate }) {
  const { t } = useTranslation('thisMachine')
  return (
    <Alert
      color="green"
      variant="light"
      role="status"
      title={t('update.ready', { version })}
      icon={<ShieldCheck aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm" className={classes.lines}>
          {backup === null ? t('update.notBackedUp') : t('update.backedUp')}{' '}
          {backup !== null && (
            <Code>
              <PlainText text={backup} />
            </Code>
          )}
        </Text>
        <Text size="sm" fw={600}>
          {t(`update.install.${format}`)}
        </Text>
        <Group gap={6} wrap="nowrap" align="flex-start" w="100%">
          <Code block className={classes.command}>
            {command ?? copy}
          </Code>
          {command !== null && <CopyButton text={command} what={t('update.command')} />}
        </Group>
        <Group gap="sm">
          <Button size="xs" variant="default" onClick={() => reveal('update')}>
            {t('update.reveal')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('update.until')}
          </Text>
        </Group>
      </Stack>
    </Alert>
  )
}
