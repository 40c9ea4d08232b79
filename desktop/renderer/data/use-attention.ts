import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AuditRecord } from '../../../shared/audit.ts'
import { api, client } from '../session/api.ts'
import { useConsole } from '../session/console-state.ts'
import { useMay, useSession } from '../session/session.ts'
import { allPages } from './all-pages.ts'
import { type Attention, attentionOf } from './attention.ts'

/** The newest records, of which failures are found and the activity is shown. */
export const recentRecords = { limit: 100 } as const

/** Filters for all records of failures. */
const failures = [
  { kind: 'rotation.ended', outcome: 'failed' },
  { kind: 'rotation.ended', outcome: 'interrupted' },
  { kind: 'rotation.ended', outcome: 'voided' },
  { kind: 'check.ended', outcome: 'unreachable' },
] as const

/** The failures of one kind before a record, newest first. */
const failuresBefore = (filter: (typeof failures)[number], before: string): Promise<readonly AuditRecord[]> =>
  allPages(async (cursor) => {
    const { records, nextCursor } = await client.audit.list.query({ ...filter, cursor: cursor ?? before, limit: 1000 })
    return { items: records, nextCursor }
  })

/** Failures that are older than the newest records; asked for only where there are older records. */
function useEarlierFailures(before: string | null, isEnabled: boolean): readonly AuditRecord[] | undefined {
  return useQuery({
    queryKey: [...api.audit.list.pathKey(), 'failures', before],
    queryFn: async () => {
      const found = await Promise.all(failures.map((filter) => failuresBefore(filter, before as string)))
      return found.flat().toSorted((a, b) => Number(BigInt(b.sequence) - BigInt(a.sequence)))
    },
    enabled: isEnabled && before !== null,
    placeholderData: keepPreviousData,
  }).data
}

/** What needs an operator, by what is loaded; loads it where `isLoading` is set and the token may. */
export function useAttention({ isLoading }: { readonly isLoading: boolean }): readonly Attention[] {
  const session = useSession()
  const dueDays = useConsole().settings.rotationDueDays
  const mayList = useMay('custodians:read') === true
  const mayAudit = useMay('audit:read') === true
  const custodians = useQuery(api.custodians.list.queryOptions({}, { enabled: isLoading && mayList })).data
  const audit = useQuery(api.audit.list.queryOptions(recentRecords, { enabled: isLoading && mayAudit })).data
  const earlierFailures = useEarlierFailures(audit?.nextCursor ?? null, isLoading && mayAudit)
  return useMemo(
    () => attentionOf({ custodians, session, records: audit?.records, earlierFailures, now: Date.now(), dueDays }),
    [custodians, session, audit, earlierFailures, dueDays],
  )
}
