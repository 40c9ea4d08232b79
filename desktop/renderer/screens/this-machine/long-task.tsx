import { Group, Progress, Stack, Text } from '@mantine/core'
import { type MutationKey, useMutation, useMutationState } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ConsoleFailure } from '../../../bridge/failures.ts'
import type { LocalAnswer, LocalRequest, LongTask } from '../../../bridge/local.ts'
import type { LongTaskProgress } from '../../../bridge/progress.ts'
import { t as translate } from '../../../words/words.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { bytesText } from '../../parts/number-text.ts'
import { PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'
import { failureFrom } from '../../session/failure.ts'
import { callLocalServer } from '../../session/local-server.ts'
import { useProgress } from '../../session/use-progress.ts'
import classes from './this-machine.module.css'

type LongRequest = Extract<LocalRequest, { readonly do: LongTask }>

/** A task of main that goes on when the screen is left: its last run is found again on coming back. */
export function useLongTask(name: LongRequest['do']) {
  const mutationKey: MutationKey = ['local', name]
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (request: LongRequest) => callLocalServer(request),
    gcTime: Infinity,
  })
  const runs = useMutationState({ filters: { mutationKey, exact: true } })
  const last = runs.at(-1)
  const { task } = useConsole().local
  return {
    run: (request: LongRequest) => mutate(request),
    // Locking forgets the run, which goes on.
    isPending: last?.status === 'pending' || task === name,
    isDone: last?.status === 'success',
    answer: (last?.data ?? null) as LocalAnswer,
    failure: last?.error ? failureFrom(last.error) : null,
    startedAt: last ? new Date(last.submittedAt).toISOString() : null,
  }
}

function percentOf(soFar: LongTaskProgress): number {
  const share = 'allBytes' in soFar ? soFar.doneBytes / soFar.allBytes : soFar.doneRecords / soFar.allRecords
  return Number.isFinite(share) ? Math.min(100, Math.floor(share * 100)) : 0
}

const allOf = (soFar: LongTaskProgress): string =>
  'allBytes' in soFar ? bytesText(soFar.allBytes) : translate('thisMachine:records', { count: soFar.allRecords })

type TaskProgressProps = {
  readonly task: LongTask
  readonly label: string
  /** What is said before the task reports progress; it may wait for a dialog. */
  readonly choosing: string
  readonly textOf: (step: string) => string
}

/** What a long task is at, and how much of all it has done. */
export function TaskProgress({ task, label, choosing, textOf }: TaskProgressProps) {
  const { t } = useTranslation('thisMachine')
  const isRunning = useConsole().local.task === task
  const [soFar, setSoFar] = useState<LongTaskProgress | null>(null)
  useProgress<LongTask>(task, setSoFar)
  const percent = soFar ? percentOf(soFar) : 0
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="xs" mih="1.5em">
        <Text size="sm" role="status">
          {soFar ? <PlainText text={textOf(soFar.step)} /> : isRunning ? t('inProgress') : choosing}
        </Text>
        {soFar && <Text size="sm">{t('soFar', { percent, all: allOf(soFar) })}</Text>}
      </Group>
      <Progress value={percent} aria-label={label} />
    </Stack>
  )
}

type TaskResultProps = {
  readonly isPending: boolean
  readonly failure: ConsoleFailure | null
  /** Says that it was cancelled, where it was. */
  readonly cancelled?: string | false
  readonly children: ReactNode
}

/** What a long task ended with: it gets the focus and comes into sight, unless the operator went to another section. */
export function TaskResult({ isPending, failure, cancelled, children }: TaskResultProps) {
  const result = useRef<HTMLDivElement>(null)
  const wasPending = useRef(false)
  useEffect(() => {
    const hasEnded = wasPending.current && !isPending
    wasPending.current = isPending
    if (hasEnded && result.current && isFocusNear(result.current)) {
      result.current.focus({ preventScroll: true })
      result.current.scrollIntoView({ block: 'nearest' })
    }
  }, [isPending])
  return (
    <Stack ref={result} gap="md" tabIndex={-1} className={classes.result ?? ''}>
      {failure && <FailureNotice failure={failure} />}
      {cancelled && (
        <Text size="sm" role="status">
          {cancelled}
        </Text>
      )}
      {children}
    </Stack>
  )
}

const isFocusNear = (element: Element): boolean =>
  document.activeElement === document.body || document.activeElement?.closest('section') === element.closest('section')
