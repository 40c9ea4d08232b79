import { useContext, useEffect, useId, useMemo } from 'react'
import { failureIn } from '../../session/failure.ts'
import { type Reading, ReadingsOfPage } from './reading.ts'
import { UnreadNotice } from './unread-notice.tsx'

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
