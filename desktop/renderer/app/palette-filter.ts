import type { SpotlightActionData, SpotlightActions, SpotlightFilterFunction } from '@mantine/spotlight'

/** Keeps what has every word of the query in its name, in whatever order they were typed. */
export const filterByWords: SpotlightFilterFunction = (query, entries) => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label = '' }: SpotlightActionData) => words.every((word) => label.toLowerCase().includes(word))
  const kept = (entry: SpotlightActions): SpotlightActions =>
    'actions' in entry ? { ...entry, actions: entry.actions.filter(fits) } : entry
  return entries.map(kept).filter((entry) => ('actions' in entry ? entry.actions.length > 0 : fits(entry)))
}
