import { type ReactNode, useCallback, useState } from 'react'
import { type Reading, ReadingsOfPage, type TellReading } from './reading.ts'
import { UnreadNotice } from './unread-notice.tsx'

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
