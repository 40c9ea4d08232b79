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
import { useTranslation } from 'react-i18next'
import type { ConsoleFailure } from '../../bridge/failures.ts'
import { failureIn } from '../session/failure.ts'
import { FailureNotice } from './failure-notice.tsx'

/** A reading that failed. */
type Reading = {
  readonly what: string | undefined
  readonly failure: ConsoleFailure
  /** Whether what was read before is still shown. */
  readonly isKept: boolean
  readonly retry: () => Promise<unknown>
}

/** Null for one that did not fail; undefined for one that is gone. */
type TellReading = (id: string, reading: Reading | null | undefined) => void

/** The page around that tells what could not be read. */
const ReadingsOfPage = createContext<TellReading | null>(null)

type UnreadProps = Pick<Reading, 'isKept'> & {
  readonly query: { readonly error: unknown; readonly refetch: () => Promise<unknown> }
  readonly what?: string | undefined
}

/** Says what could not be read: by itself, or in the notice of the page around it. */
export function Unread({ query: { error, refetch: retry }, isKept, what }: UnreadProps) {
  const id = useId()
  const tell = useContext(ReadingsOfPage)
  const reading = useMemo(
    () => (error === null ? null : { what, failure: failureIn(error), isKept, retry }),
    [error, what, isKept, retry],
  )
  useEffect(() => tell?.(id, reading), [tell, id, reading])
  useEffect(() => () => tell?.(id, undefined), [tell, id])
  return tell === null && reading !== null ? <UnreadNotice readings={[reading]} /> : null
}

const likeness = ({ failure: { code, message, info } }: Reading) => JSON.stringify([code, message, info])

/** A page that reads several things: those that fail alike are told once, and tried again together. */
export function UnreadTogether({ children }: { readonly children: ReactNode }) {
  // In the order in which they stand on the page, whichever failed first.
  const [readings, setReadings] = useState<ReadonlyMap<string, Reading | null>>(new Map())
  const tell = useCallback<TellReading>((id, reading) => {
    setReadings((last) => {
      const next = new Map(last)
      if (reading === undefined) next.delete(id)
      else next.set(id, reading)
      return next
    })
  }, [])
  const failed = [...readings.values()].filter((reading) => reading !== null)
  return (
    <ReadingsOfPage value={tell}>
      {[...Map.groupBy(failed, likeness)].map(([key, alike]) => (
        <UnreadNotice key={key} readings={alike} />
      ))}
      {children}
    </ReadingsOfPage>
  )
}

/** One notice for readings that failed alike. */
function UnreadNotice({ readings }: { readonly readings: readonly Reading[] }) {
  const { t } = useTranslation()
  const [first] = readings
  const notice = useFocusLeft()
  if (!first) return null
  const named = readings.flatMap(({ what }) => what ?? [])
  const retry = () => {
    for (const reading of readings) void reading.retry()
  }
  return (
    <Stack gap="md" ref={notice}>
      <FailureNotice
        failure={first.failure}
        traces={readings.map(({ failure }) => failure)}
        unread={named.length ? t('unread', { what: named.join(', ') }) : null}
        onRetry={retry}
      />
      {readings.some(({ isKept }) => isKept) && <Text size="sm">{t('stale')}</Text>}
    </Stack>
  )
}

/** A focus that goes away with an element is at the beginning of the page then. */
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
