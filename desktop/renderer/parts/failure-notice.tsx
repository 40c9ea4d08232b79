import { Alert, Button, Stack, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import type { Trace } from '../../bridge/failures.ts'
import { type ConsoleFailure, meaningOf } from '../../bridge/failures.ts'
import type { en } from '../../words/en.ts'
import { FailureLines } from './failure-lines.tsx'
import { PlainText } from './plain-text.tsx'
import { TraceIds } from './trace-ids.tsx'
import { useTranslation } from './use-translation.ts'

type Code = keyof typeof en.operatorMessages

/** What a failure says to an operator: what the contract says in general is meant for programs; what a server says of this one case stays. */
export function useFailureText(): (failure: ConsoleFailure) => string {
  const { t } = useTranslation('operatorMessages')
  return ({ code, message }) => (message === meaningOf(code) ? t(code as Code, message) : message)
}

type Heading = keyof typeof en.failures

const distinct = (traces: readonly Trace[]) =>
  new Map(traces.map((trace) => [trace.requestId, trace])).values().toArray()

type FailureNoticeProps = {
  readonly failure: ConsoleFailure
  /** Of every call that failed like this. */
  readonly traces?: readonly Trace[]
  /** Says what could not be read. */
  readonly unread?: string | null
  readonly onRetry?: () => void
}

/** What failed, what it means, what to do next, and the ids that find it in the server's log. */
export function FailureNotice({ failure, traces = [failure], unread = null, onRetry }: FailureNoticeProps) {
  const { t } = useTranslation('failures')
  const textOf = useFailureText()
  const title = t([`failures:${failure.code as Heading}`, 'failures:title'])
  return (
    <Alert color="red" variant="light" title={title} icon={<CircleAlert aria-hidden />} role="alert">
      <Stack gap="xs" align="flex-start">
        {unread !== null && (
          <Text size="sm" fw={600}>
            {unread}
          </Text>
        )}
        <Text size="sm">
          <PlainText text={textOf(failure)} />
        </Text>
        {failure.retryAfterSeconds !== null && (
          <Text size="sm">{t('common:retryAfter', { count: failure.retryAfterSeconds })}</Text>
        )}
        <FailureLines failure={failure} />
        {distinct(traces).map((trace) => (
          <TraceIds key={trace.requestId} trace={trace} />
        ))}
        {onRetry && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('common:tryAgain')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
