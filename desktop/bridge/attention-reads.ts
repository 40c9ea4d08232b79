import type { AuditPage, AuditRecord } from '../../shared/audit.ts'
import { forEachPage } from './all-pages.ts'
import { expiryNotice } from './attention.ts'

/** The newest records, of which failures are found and the activity is shown. */
export const recentRecords = { limit: 100 } as const

const day = 24 * 60 * 60 * 1000

/** Filter for the tokens that end soon. It changes once a day, so that their list can be cached. */
export const expiringTokens = (now: number) => ({
  state: 'valid' as const,
  expiresBefore: new Date(Math.ceil((now + expiryNotice) / day) * day).toISOString(),
  limit: 1000,
})

/** Filters for all records of failures. */
const failures = [
  { kind: 'rotation.ended', outcome: 'failed' },
  { kind: 'rotation.ended', outcome: 'interrupted' },
  { kind: 'rotation.ended', outcome: 'voided' },
  { kind: 'check.ended', outcome: 'unreachable' },
] as const

type FailureFilter = (typeof failures)[number]

/** Which failures are read: those before a record, and not from before a time; empty for any time. */
type Span = { readonly before: string; readonly since: string }

export type EarlierFailures = { readonly records: readonly AuditRecord[]; readonly isCut: boolean }

type FailureQuery = FailureFilter & { readonly from?: string; readonly cursor: string; readonly limit: number }
type ReadFailures = (query: FailureQuery) => Promise<Pick<AuditPage, 'records' | 'nextCursor'>>

/** The last failure of one kind of each custodian. */
async function lastFailures(filter: FailureFilter, { before, since }: Span, read: ReadFailures) {
  const last = new Map<string | null, AuditRecord>()
  const isCut = await forEachPage(
    async (cursor) => {
      const from = since === '' ? {} : { from: since }
      const { records, nextCursor } = await read({ ...filter, ...from, cursor: cursor ?? before, limit: 1000 })
      return { items: records, nextCursor }
    },
    (records) => {
      for (const record of records) if (!last.has(record.custodianId)) last.set(record.custodianId, record)
    },
  )
  return { records: [...last.values()], isCut }
}

/** Failures that are older than the newest records; to be read only where there are older records that can count. */
export async function readEarlierFailures(span: Span, read: ReadFailures): Promise<EarlierFailures> {
  const found = await Promise.all(failures.map((filter) => lastFailures(filter, span, read)))
  const records = found.flatMap((each) => each.records)
  return {
    records: records.toSorted((a, b) => Number(BigInt(b.sequence) - BigInt(a.sequence))),
    isCut: found.some(({ isCut }) => isCut),
  }
}
