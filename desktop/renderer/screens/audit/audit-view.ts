import type { AuditKind, AuditOutcome, AuditRecord } from '../../../../shared/audit.ts'
import type { Input } from '../../../../shared/operations.ts'

/** What the server is asked for; the answer has nothing else. */
export type AuditQuestion = {
  readonly kind: AuditKind | null
  /** Digits; empty for all. */
  readonly custodianId: string
  /** The whole name of an operator, or of the command that did it. */
  readonly operator: string
  readonly outcome: AuditOutcome | null
  /** First and last day in local time, as 2026-01-31; empty for no bound. */
  readonly since: string
  readonly until: string
}

export const everything: AuditQuestion = {
  kind: null,
  custodianId: '',
  operator: '',
  outcome: null,
  since: '',
  until: '',
}

const isId = (text: string) => /^[1-9]\d{0,18}$/.test(text)

/** The beginning of a day in the time zone of this machine, or of one that many days later. */
function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

/** The question as the server takes it. An ID is asked for once it is one. */
export function filterOf({ kind, custodianId, operator, outcome, since, until }: AuditQuestion): Input<'audit.list'> {
  return {
    ...(kind && { kind }),
    ...(isId(custodianId) && { custodianId }),
    ...(operator.trim() && { operator: operator.trim() }),
    ...(outcome && { outcome }),
    ...(since && { from: startOf(since) }),
    ...(until && { to: startOf(until, 1) }),
  }
}

/** How what was begun came out; null for records that have no outcome. */
export const outcomeOf = ({ details }: AuditRecord): string | null => details.outcome ?? details.verdict ?? null
