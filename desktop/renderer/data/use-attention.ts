import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AuditRecord } from '../../../shared/audit.ts'
import { api, client } from '../session/api.ts'
import { useConsole } from '../session/console-state.ts'
import { useMay, useSession } from '../session/session.ts'
import { forEachPage } from './all-pages.ts'
import { type Attention, attentionOf, failuresCountSince } from './attention.ts'

/** The newest records, of which failures are found and the activity is shown. */
export const recentRecords = { limit: 100 } as const

/** Filters for all records of failures. */
const failures = [
  { kind: 'rotation.ended', outcome: 'failed' },
  { kind: 'rotation.ended', outcome: 'interrupted' },
  { kind: 'rotation.ended', outcome: 'voided' },
  { kind: 'check.ended', outcome: 'unreachable' },
] as const

/** Which failures are read: those before a record, and not from before a time. */
type Span = { readonly before: string; readonly since: string }

type Failures = { readonly records: readonly AuditRecord[]; readonly isCut: boolean }

/** The last failure of one kind of each custodian. */
async function lastFailures(filter: (typeof failures)[number], { before, since }: Span): Promise<Failures> {
  const last = new Map<string | null, AuditRecord>()
  const isCut = await forEachPage(
    async (cursor) => {
      const from = since === '' ? {} : { from: since }
      const input = { ...filter, ...from, cursor: cursor ?? before, limit: 1000 }
      const { records, nextCursor } = await client.audit.list.query(input)
      return { items: records, nextCursor }
    },
    (records) => {
      for (const record of records) if (!last.has(record.custodianId)) last.set(record.custodianId, record)
    },
  )
  return { records: [...last.values()], isCut }
}

async function lastFailuresOfAll(span: Span): Promise<Failures> {
  const found = await Promise.all(failures.map((filter) => lastFailures(filter, span)))
  const records = found.flatMap((each) => each.records)
  return {
    records: records.toSorted((a, b) => Number(BigInt(b.sequence) - BigInt(a.sequence))),
    isCut: found.some(({ isCut }) => isCut),
  }
}

/** Failures that are older than the newest records; asked for only where there are older records that can count. */
function useEarlierFailures(before: string | null, since: string | null, isEnabled: boolean): Failures | undefined {
  return useQuery({
    queryKey: [...api.audit.list.pathKey(), 'failures', before, since],
    queryFn: () => lastFailuresOfAll({ before: before as string, since: since as string }),
    enabled: isEnabled && before !== null && since !== null,
    placeholderData: keepPreviousData,
  }).data
}

type NeedsAttention = {
  readonly items: readonly Attention[]
  /** Whether the audit log has more failures than were read. */
  readonly isCut: boolean
}

/** What needs an operator, by what is loaded; loads it where `isLoading` is set and the token may. */
export function useAttention({ isLoading }: { readonly isLoading: boolean }): NeedsAttention {
  const session = useSession()
  const dueDays = useConsole().settings.rotationDueDays
  const mayList = useMay('custodians:read') === true
  const mayAudit = useMay('audit:read') === true
  const custodians = useQuery(api.custodians.list.queryOptions({}, { enabled: isLoading && mayList })).data
  const audit = useQuery(api.audit.list.queryOptions(recentRecords, { enabled: isLoading && mayAudit })).data
  const since = useMemo(() => (custodians ? failuresCountSince(custodians) : null), [custodians])
  const earlier = useEarlierFailures(audit?.nextCursor ?? null, since, isLoading && mayAudit)
  const items = useMemo(() => {
    const records = { records: audit?.records, earlierFailures: earlier?.records }
    return attentionOf({ custodians, session, ...records, now: Date.now(), dueDays })
  }, [custodians, session, audit, earlier, dueDays])
  return { items, isCut: earlier?.isCut ?? false }
}
