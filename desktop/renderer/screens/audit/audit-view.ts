import type { AuditKind, AuditRecord } from '../../../../shared/audit.ts'
import { localDayOf } from '../../parts/time-text.ts'

/** What the server is asked for; the answer has nothing else. */
export type AuditQuestion = {
  readonly kind: AuditKind | null
  /** Digits; empty for all. */
  readonly custodianId: string
}

/** What is looked for in the records that are here; the server cannot search for it. */
export type AuditSearch = {
  /** Part of the name of an operator, or of the command that did it, in any case. */
  readonly actor: string
  readonly outcome: string | null
  /** First and last day in local time, as 2026-01-31; empty for no bound. */
  readonly since: string
  readonly until: string
}

export const everything: AuditQuestion & AuditSearch = {
  kind: null,
  custodianId: '',
  actor: '',
  outcome: null,
  since: '',
  until: '',
}

/** Whether anything is looked for that the server cannot search for. */
export const isSearched = ({ actor, outcome, since, until }: AuditSearch): boolean =>
  actor.trim() !== '' || outcome !== null || since !== '' || until !== ''

/** How what was begun came out; null for records that have no outcome. */
export const outcomeOf = ({ details }: AuditRecord): string | null => details.outcome ?? details.verdict ?? null

function isFound(record: AuditRecord, { actor, outcome, since, until }: AuditSearch): boolean {
  const day = localDayOf(record.at)
  if ((since && day < since) || (until && day > until)) return false
  if (outcome !== null && outcomeOf(record) !== outcome) return false
  return record.actor.toLowerCase().includes(actor.trim().toLowerCase())
}

export const found = (records: readonly AuditRecord[], search: AuditSearch): readonly AuditRecord[] =>
  records.filter((record) => isFound(record, search))

/** The outcomes that come up in these records. */
export const outcomesIn = (records: readonly AuditRecord[]): readonly string[] =>
  [...new Set(records.map(outcomeOf).filter((outcome) => outcome !== null))].sort()
