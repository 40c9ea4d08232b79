import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { CustodianState } from '../../../../../shared/custodians.ts'
import { providers } from '../../../../../shared/providers.ts'
import type { Trace } from '../../../../bridge/failures.ts'
import { isKnown, type ReadRotation } from '../../../../bridge/new-words.ts'
import { BusyButton } from '../../../parts/busy-button.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { FailureLines } from '../../../parts/failure-lines.tsx'
import { useFailureText } from '../../../parts/failure-notice.tsx'
import { KeyIdText, shortKeyId } from '../../../parts/key-id-text.tsx'
import { Moment } from '../../../parts/moment.tsx'
import { PlainText } from '../../../parts/plain-text.tsx'
import { TraceIds } from '../../../parts/trace-ids.tsx'
import { useTranslation } from '../../../parts/use-translation.ts'
import {
  type Done,
  type Failed,
  hasFailed,
  isDefinite,
  newOutcomeOf,
  type RunResult,
  type Unknown,
} from '../progress/rotation-result.ts'
import type { Rotatable } from '../rotatable.ts'
import { causeOf } from './cause.ts'
import { RotationInTheWay } from './rotation-in-the-way.tsx'

type OutcomePanelProps = Omit<UnknownProps, 'unknown'> & { readonly result: RunResult }

/** What came of the rotation; it takes the focus, because the operator goes on from there. */
export function OutcomePanel({ result, ...props }: OutcomePanelProps) {
  const { t } = useTranslation('rotate')
  const region = useRef<HTMLElement>(null)
  useEffect(() => region.current?.focus(), [])
  return (
    // A name of its own: without one, the text of the alert would be read with the focus and again as the alert.
    <section ref={region} tabIndex={-1} aria-label={t('facts.outcome')}>
      {result.kind === 'stored' && <Stored custodian={props.custodian} done={result} />}
      {result.kind === 'unchanged' && <Unchanged custodian={props.custodian} done={result} />}
      {result.kind === 'failed' && <FailedRotation custodian={props.custodian} failed={result} />}
      {result.kind === 'unknown' && <UnknownOutcome {...props} unknown={result} />}
    </section>
  )
}

type OutcomeAlertProps = {
  readonly colour: string
  readonly icon: LucideIcon
  readonly title: string
  readonly trace: Trace
  readonly children: ReactNode
}

/** The frame of every outcome, with the IDs that find the rotation again. */
function OutcomeAlert({ colour, icon: Icon, title, trace, children }: OutcomeAlertProps) {
  const { t } = useTranslation('rotate')
  return (
    <Alert color={colour} variant="light" role="alert" title={title} icon={<Icon aria-hidden />}>
      <Stack gap="sm">
        {children}
        <div>
          <TraceIds trace={trace} />
          {trace.requestId === null && (
            <Text size="xs" c="dimmed">
              {t('noRequestId')}
            </Text>
          )}
        </div>
      </Stack>
    </Alert>
  )
}

type DoneProps = { readonly custodian: Rotatable; readonly done: Done }

function Stored({ custodian, done: { rotation, trace } }: DoneProps) {
  const { t } = useTranslation('rotate')
  const provider = providers[custodian.provider].title
  const key = rotation?.previousKeyId
  const revoke = key ? t('stored.revokeKey', { provider, key: shortKeyId(key) }) : t('stored.revoke', { provider })
  const advice = rotation?.credentialVersion === 0 ? t('stored.first', { provider }) : revoke
  return (
    <OutcomeAlert
      colour="teal"
      icon={CircleCheck}
      title={t(rotation ? 'stored.title' : 'stored.titleUnread')}
      trace={trace}
    >
      <Text size="sm" fw={600}>
        {rotation ? advice : t('stored.unread')}
      </Text>
      {rotation && <StoredFacts rotation={rotation} />}
    </OutcomeAlert>
  )
}

function StoredFacts({ rotation }: { readonly rotation: ReadRotation }) {
  const { t } = useTranslation('rotate')
  const { credentialVersion, endedAt, keyId, previousKeyId } = rotation
  return (
    <Facts
      facts={[
        [t('facts.newKey'), <KeyIdText key="new" id={keyId} />],
        [t('facts.oldKey'), <KeyIdText key="old" id={previousKeyId} />],
        [t('facts.version'), `${credentialVersion} → ${credentialVersion + 1}`],
        [t('facts.when'), endedAt && <Moment key="when" at={endedAt} size="sm" />],
      ]}
    />
  )
}

/** The credentials that were entered were active already. */
function Unchanged({ custodian, done }: DoneProps) {
  const { t } = useTranslation('rotate')
  const provider = providers[custodian.provider].title
  return (
    <OutcomeAlert colour="blue" icon={CircleMinus} title={t('unchanged.title')} trace={done.trace}>
      <Text size="sm">{t('unchanged.meaning', { provider })}</Text>
      <Text size="sm">{t('unchanged.next', { provider })}</Text>
    </OutcomeAlert>
  )
}

type FailedProps = { readonly custodian: Rotatable; readonly failed: Failed }

/** Why it failed, what that means for the active credentials, and what to do next. */
function FailedRotation({ custodian, failed }: FailedProps) {
  const { t } = useTranslation('rotate')
  const textOf = useFailureText()
  const { failure, rotation, trace } = failed
  const cause = causeOf(failure, rotation?.verdict ?? undefined)
  const provider = providers[custodian.provider].title
  return (
    <OutcomeAlert colour="red" icon={CircleX} title={t(`rotate:cause.${cause}`, { provider })} trace={trace}>
      {cause !== 'rotationOpen' && cause !== 'gone' && <ActiveKeys custodian={custodian} rotation={rotation} />}
      <Text size="sm" component="div">
        <PlainText text={isDefinite(failure) || !rotation ? textOf(failure) : t('rotate:foundFailed')} />
      </Text>
      <Text size="sm">{t(`rotate:next.${cause}`, { provider })}</Text>
      {failure.retryAfterSeconds !== null && (
        <Text size="sm">{t('common:retryAfter', { count: failure.retryAfterSeconds })}</Text>
      )}
      <FailureLines failure={failure} />
      {cause === 'rotationOpen' && <RotationInTheWay custodianId={custodian.id} />}
      <HistoryLink custodianId={custodian.id} />
    </OutcomeAlert>
  )
}

/** Shown only where it is certain, and only where there are old keys. */
function ActiveKeys({ custodian, rotation }: Pick<FailedProps, 'custodian'> & Pick<Failed, 'rotation'>) {
  const { t } = useTranslation('rotate')
  const version = rotation?.credentialVersion ?? custodian.credentialVersion
  if (version === 0) return <Text fw={700}>{t('nothingStored')}</Text>
  if (!isKnown(CustodianState, custodian.state)) return <Text fw={700}>{t('nothingChanged')}</Text>
  return (
    <div>
      <Text fw={700}>{t('oldKeysActive')}</Text>
      {custodian.state === 'rejected' && <Text size="sm">{t('oldKeysRejected')}</Text>}
    </div>
  )
}

type UnknownProps = {
  readonly custodian: Rotatable
  readonly unknown: Unknown
  readonly isReading: boolean
  readonly onLook: () => void
  /** Null when sending again would be another rotation. */
  readonly onRepeat: (() => void) | null
}

/** What is known although the outcome is not, and how to find it out. */
function UnknownOutcome({ custodian, unknown, isReading, onLook, onRepeat }: UnknownProps) {
  const { t } = useTranslation('rotate')
  return (
    <OutcomeAlert colour="orange" icon={CircleHelp} title={t('unknown.title')} trace={unknown.trace}>
      <Text fw={700}>{t('unknown.keys')}</Text>
      <KnownFacts unknown={unknown} />
      <Group gap="sm">
        <BusyButton size="xs" onClick={onLook} loading={isReading}>
          {t('unknown.check')}
        </BusyButton>
        {onRepeat && (
          <Button size="xs" variant="default" onClick={onRepeat} disabled={isReading}>
            {t('unknown.again')}
          </Button>
        )}
        <HistoryLink custodianId={custodian.id} />
      </Group>
      {onRepeat && (
        <Text size="xs" c="dimmed">
          {t('unknown.againMeaning')}
        </Text>
      )}
    </OutcomeAlert>
  )
}

function KnownFacts({ unknown: { failure, rotation } }: Pick<UnknownProps, 'unknown'>) {
  const { t } = useTranslation('rotate')
  const textOf = useFailureText()
  const outcome = newOutcomeOf(rotation)
  if (outcome !== null) return <Text size="sm">{t('unknown.unknownToConsole', { outcome })}</Text>
  // What the server says of the attempt that failed would be mistaken for the one before it.
  if (rotation && hasFailed(rotation) && isDefinite(failure)) return <Text size="sm">{t('unknown.laterFailed')}</Text>
  const standing = !rotation ? 'notFound' : rotation.outcome === null ? 'open' : 'contradiction'
  return (
    <>
      <Text size="sm" component="div">
        <PlainText text={textOf(failure)} />
      </Text>
      {isDefinite(failure) && !rotation && <Text size="sm">{t('unknown.before')}</Text>}
      <Text size="sm">{t(`unknown.${standing}`)}</Text>
    </>
  )
}

/** To the server's record of this and every other rotation. */
function HistoryLink({ custodianId }: { readonly custodianId: string }) {
  const { t } = useTranslation('rotate')
  return (
    <Anchor
      component={Link}
      to={`/custodians/${custodianId}/history`}
      size="sm"
      c="inherit"
      underline="always"
      w="fit-content"
    >
      {t('history')}
    </Anchor>
  )
}
