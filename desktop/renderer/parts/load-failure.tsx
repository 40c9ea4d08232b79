import { Stack, Text } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import { failureFrom } from '../session/failure.ts'
import { readAgain } from '../session/sign-in-request.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useTranslation } from './use-translation.ts'

/** A request that failed. */
type FailedLoad = {
  readonly what: string | undefined
  readonly failure: ConsoleFailure
  /** Whether the data loaded before is still shown. */
  readonly isKept: boolean
  readonly retry: () => Promise<unknown>
}

/** Null for a request that succeeded; undefined for one whose component is gone. */
type ReportFailedLoad = (id: string, failed: FailedLoad | null | undefined) => void

/** Set by a page that shows the failures of all its requests together. */
const FailedLoadsOfPage = createContext<ReportFailedLoad | null>(null)

type LoadFailureProps = Pick<FailedLoad, 'isKept'> & {
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> }
  readonly what?: string | undefined
}

/** Says what could not be loaded: in place, or in the notice of the page around it. */
export function LoadFailure({ query: { error, refetch: retry }, isKept, what }: LoadFailureProps) {
  const id = useId()
  const report = useContext(FailedLoadsOfPage)
  const failed = useMemo(
    () => (error === null ? null : { what, failure: failureFrom(error), isKept, retry }),
    [error, what, isKept, retry],
  )
  useEffect(() => report?.(id, failed), [report, id, failed])
  useEffect(() => () => report?.(id, undefined), [report, id])
  return report === null && failed !== null ? <LoadFailureNotice failures={[failed]} /> : null
}

const likeness = ({ failure: { code, message, info } }: FailedLoad) => JSON.stringify([code, message, info])

/** For a page that loads several things: equal failures are shown once and retried together. */
export function SharedLoadFailures({ children }: { readonly children: ReactNode }) {
  // In the order of the page, not in the order in which they failed.
  const [failures, setFailures] = useState<ReadonlyMap<string, FailedLoad | null>>(new Map())
  const report = useCallback<ReportFailedLoad>((id, failed) => {
    setFailures((last) => {
      const next = new Map(last)
      if (failed === undefined) next.delete(id)
      else next.set(id, failed)
      return next
    })
  }, [])
  const shown = [...failures.values()].filter((failed) => failed !== null)
  return (
    <FailedLoadsOfPage value={report}>
      {[...Map.groupBy(shown, likeness)].map(([key, alike]) => (
        <LoadFailureNotice key={key} failures={alike} />
      ))}
      {children}
    </FailedLoadsOfPage>
  )
}

/** One notice for requests that failed with the same failure. */
function LoadFailureNotice({ failures }: { readonly failures: readonly FailedLoad[] }) {
  const { t } = useTranslation()
  const [first] = failures
  const notice = useFocusLeft()
  if (!first) return null
  const named = failures.flatMap(({ what }) => what ?? [])
  const retry = () => {
    for (const failed of failures) void readAgain(failed.retry)
  }
  return (
    <Stack gap="md" ref={notice}>
      <FailureNotice
        failure={first.failure}
        traces={failures.map(({ failure }) => failure)}
        unread={named.length ? t('unread', { what: named.join(', ') }) : null}
        onRetry={retry}
      />
      {failures.some(({ isKept }) => isKept) && <Text size="sm">{t('stale')}</Text>}
    </Stack>
  )
}

/** Moves the focus to the content when the element that has it is removed. */
function useFocusLeft() {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () => () => {
      if (element.current?.contains(document.activeElement))
        document.getElementById('content')?.focus({ preventScroll: true })
    },
    [],
  )
  return element
}
