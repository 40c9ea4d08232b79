import type { EventWrites } from './events.ts'
import type { AppendCount, CustodianEntry, PutBy, PutCount, ReserveAccountEntry, TenantEntry } from './import-writes.ts'
import type { ItemWrites } from './items.ts'
import type { Put } from './put-outcomes.ts'
import { resolutions } from './unknown-outcomes.ts'
import type { Writes } from './writes.ts'

/** Every change of a store. */
export type AllWrites = Writes & ItemWrites & EventWrites
export type WriteName = keyof typeof resolutions

export const writeNames = Object.keys(resolutions) as WriteName[]

/** Puts whose changes the audit records, each with old and new values. */
type Audited = 'putTenants' | 'putCustodians' | 'putReserveAccounts'

/** The writes as an engine does them: each with one input. */
export type EngineWrites = Omit<AllWrites, Audited | 'appendReserveTransactions'> & {
  putTenants(request: Put<TenantEntry>): Promise<PutCount>
  putCustodians(request: Put<CustodianEntry>): Promise<PutCount>
  putReserveAccounts(request: Put<ReserveAccountEntry>): Promise<PutCount>
  /** Engines take a batch in forms of their own. */
  appendReserveTransactions(batch: never): Promise<AppendCount>
}

/** Does the write of this name. */
export type RunWrite = (name: WriteName, input: never) => Promise<unknown>

/** Each write as a call of `run`; `now` is the moment of a put without one. */
export function writesBy(run: RunWrite, now: () => number): Omit<AllWrites, 'appendReserveTransactions'> {
  const named = writeNames.map((name) => [name, (input: never) => run(name, input)])
  const writes = Object.fromEntries(named) as EngineWrites
  const audited = (by: PutBy = {}) => ({ actor: 'strongroom', at: now(), ...by })
  return {
    ...writes,
    putTenants: (entries, by) => writes.putTenants({ entries, by: audited(by) }),
    putCustodians: (entries, by) => writes.putCustodians({ entries, by: audited(by) }),
    putReserveAccounts: (entries, by) => writes.putReserveAccounts({ entries, by: audited(by) }),
  }
}
