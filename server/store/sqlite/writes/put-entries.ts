import type { PutCount, Refusal } from '../../writes.ts'

/** What became of one entry. */
export type Outcome = 'added' | 'changed' | 'unchanged' | { readonly refused: string }

export const refuse = (reason: string): Outcome => ({ refused: reason })

/** Puts each entry by itself, so that a refused one never keeps the others out. */
export function putEntries<Entry>(entries: readonly Entry[], put: (entry: Entry) => Outcome): PutCount {
  const counts = { added: 0, changed: 0, unchanged: 0 }
  const refused: Refusal[] = []
  for (const [index, entry] of entries.entries()) {
    const outcome = put(entry)
    if (typeof outcome === 'string') counts[outcome] += 1
    else refused.push({ index, reason: outcome.refused })
  }
  return { ...counts, refused }
}
