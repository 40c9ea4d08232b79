import type { SpotlightActionData, SpotlightFilterFunction } from '@mantine/spotlight'

type Entry = Parameters<SpotlightFilterFunction>[1][number]

/** Keeps what has every word of the query in its name, in whatever order they were typed. */
export const filterByWords: SpotlightFilterFunction = (query, entries) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label = '' }: SpotlightActionData) => words.every((word) => label.toLowerCase().includes(word))
  const kept = (entry: Entry): Entry => ('actions' in entry ? { ...entry, actions: entry.actions.filter(fits) } : entry)
  return entries.map(kept).filter((entry) => ('actions' in entry ? entry.actions.length > 0 : fits(entry)))
}
