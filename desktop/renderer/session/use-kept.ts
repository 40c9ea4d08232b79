import { useSyncExternalStore } from 'react'
import { useConsole } from './console-state.ts'

const kept = new Map<string, unknown>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** State that is there again when the operator comes back to the screen or unlocks the console; one for each profile. */
export function useKept<Value>(name: string, first: Value): readonly [Value, (value: Value) => void] {
  const { activeProfileId } = useConsole()
  const key = `${activeProfileId} ${name}`
  const value = useSyncExternalStore(subscribe, () => (kept.get(key) as Value | undefined) ?? first)
  const keep = (next: Value) => {
    kept.set(key, next)
    for (const tell of listeners) tell()
  }
  return [value, keep]
}
