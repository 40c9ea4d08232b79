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
  /** The ID of a request, or of a rotation, validation or check; empty for all. */
  readonly traceId: string
  /** First and last day in local time, as 2026-01-31; empty for no bound. */
  readonly since: string
  readonly until: string
}

export const everything: AuditQuestion = {
  kind: null,
  custodianId: '',
  operator: '',
  outcome: null,
  traceId: '',
  since: '',
  until: '',
}

const isId = (text: string) => /^[1-9]\d{0,18}$/.test(text)

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** As the search of the server takes it: a UUID is the ID of a rotation, validation or check. */
function tracedBy(text: string): Input<'audit.list'> {
  const id = text.trim()
  if (uuid.test(id)) return { rotationId: id.toLowerCase() }
  return isTraceId(id) && id !== '' ? { requestId: id } : {}
}

/** Whether it can be asked for; empty text asks for all. */
export const isTraceId = (text: string): boolean => /^[\w-]{0,64}$/.test(text.trim())

/** The beginning of a day in the time zone of this machine, or of one that many days later. */
function startOf(day: string, later = 0): string {
  const start = new Date(`${day}T00:00:00`)
  start.setDate(start.getDate() + later)
  return start.toISOString()
}

/** The question as the server takes it. An ID is asked for once it is one. */
export function filterOf(question: AuditQuestion): Input<'audit.list'> {
  const { kind, custodianId, operator, outcome, traceId, since, until } = question
  return {
    ...(kind && { kind }),
    ...(isId(custodianId) && { custodianId }),
    ...(operator.trim() && { operator: operator.trim() }),
    ...(outcome && { outcome }),
    ...tracedBy(traceId),
    ...(since && { from: startOf(since) }),
    ...(until && { to: startOf(until, 1) }),
  }
}

/** How what was begun came out; null for records that have no outcome. */
export const outcomeOf = ({ details }: AuditRecord): string | null => details.outcome ?? details.verdict ?? null
