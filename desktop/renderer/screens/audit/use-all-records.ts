import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import type { AuditRecord } from '../../../../shared/audit.ts'
import { useFailureText } from '../../parts/failure-notice.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { client } from '../../session/api.ts'
import { failureFrom } from '../../session/failure.ts'
import { askToSignIn } from '../../session/sign-in-request.ts'
import { type AuditQuestion, filterOf } from './audit-view.ts'

/** Records of one request. */
const pageSize = 1000
/** Records that fit into the window and into one file; the command line exports any number. */
const mostRecords = 100_000

/** Reads all records that answer a question, newest first; `done` counts them while they are read, and is null else. */
export function useAllRecords(question: AuditQuestion) {
  const { t } = useTranslation('audit')
  const textOf = useFailureText()
  const [done, setDone] = useState<number | null>(null)
  const reading = useRef<AbortController | null>(null)
  useEffect(() => () => reading.current?.abort(), [])
  const warn = (message: string) => notifications.show({ color: 'red', title: t('export:notSaved'), message })

  /** Null where it was stopped or failed, which is said. */
  async function read(): Promise<readonly AuditRecord[] | null> {
    const reader = new AbortController()
    const { signal } = reader
    reading.current = reader
    try {
      const records = await readAll(question, { signal, onProgress: setDone })
      if (records === null) warn(t('exportTooMany', { count: mostRecords }))
      return signal.aborted ? null : records
    } catch (error) {
      if (signal.aborted) return null
      const failure = failureFrom(error)
      askToSignIn(failure)
      warn(textOf(failure))
      return null
    } finally {
      setDone(null)
    }
  }
  return { read, done, stop: () => reading.current?.abort() }
}

type Watch = { readonly signal: AbortSignal; readonly onProgress: (done: number) => void }

/** Null where there are too many. Newer records than the first one read are left out. */
async function readAll(question: AuditQuestion, { signal, onProgress }: Watch): Promise<readonly AuditRecord[] | null> {
  const found: AuditRecord[] = []
  let cursor: string | null = null
  do {
    onProgress(found.length)
    const page: Awaited<ReturnType<typeof client.audit.list.query>> = await client.audit.list.query(
      { ...filterOf(question), limit: pageSize, ...(cursor !== null && { cursor }) },
      { signal },
    )
    found.push(...page.records)
    cursor = page.nextCursor
    if (found.length > mostRecords) return null
  } while (cursor !== null && !signal.aborted)
  return found
}
