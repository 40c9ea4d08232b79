import type { ReadCustodian } from '../../../bridge/new-words.ts'

const day = 24 * 60 * 60 * 1000

/** Whole days since the pair in force was stored; null without one. A clock that runs behind the server's counts as today. */
export const ageInDays = ({ lastRotatedAt }: ReadCustodian, now: number): number | null =>
  lastRotatedAt === null ? null : Math.max(0, Math.floor((now - Date.parse(lastRotatedAt)) / day))

/** Whether the custodian needs new keys: it has none, its keys are refused, or they reached the age of the settings. */
export function isDue(custodian: ReadCustodian, { now, dueDays }: { now: number; dueDays: number }): boolean {
  if (custodian.state === 'no-credentials' || custodian.state === 'rejected') return true
  return (ageInDays(custodian, now) ?? 0) >= dueDays
}
