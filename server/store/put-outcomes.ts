import type { By } from './by.ts'
import type { PutBy, PutCount, RefusedEntry } from './import-writes.ts'

/** As the writer is asked to put what the audit tells of. */
export type Put<Entry> = { readonly entries: readonly Entry[]; readonly by: PutBy & By }

/** The outcome for one entry. */
export type Outcome = 'added' | 'changed' | 'unchanged' | Omit<RefusedEntry, 'index'>

export const refuseEntry = (reason: string): Outcome => ({ reason })

/** Counts what becomes of each of `length` entries; a refused one never keeps the others out. */
export function countOutcomes(length: number, put: (index: number) => Outcome): PutCount {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const refused: RefusedEntry[] = []
  for (let index = 0; index < length; index += 1) {
    const outcome = put(index)
    if (typeof outcome === 'string') counts[outcome] += 1
    else refused.push({ index, ...outcome })
  }
  return { ...counts, refused }
}

/** Puts each entry by itself. */
export const putEntries = <Entry>(entries: readonly Entry[], put: (entry: Entry) => Outcome): PutCount =>
  countOutcomes(entries.length, (index) => put(entries[index] as Entry))
