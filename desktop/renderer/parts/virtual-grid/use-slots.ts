import { useRef } from 'react'

/**
 * The key of each row: a row that stays keeps its own, one that comes takes that of one that went, and with it the elements,
 * for making new ones costs most of a frame while the grid is scrolled.
 */
export function useSlots(ids: readonly string[]): ReadonlyMap<string, number> {
  const slots = useRef<ReadonlyMap<string, number>>(new Map())
  const kept = new Map(ids.flatMap((id) => (slots.current.has(id) ? [[id, slots.current.get(id) as number]] : [])))
  const taken = new Set(kept.values())
  let free = 0
  for (const id of ids) {
    if (kept.has(id)) continue
    while (taken.has(free)) free += 1
    kept.set(id, free)
    taken.add(free)
  }
  slots.current = kept
  return kept
}
