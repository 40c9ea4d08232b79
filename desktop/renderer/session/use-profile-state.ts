import { useSyncExternalStore } from 'react'
import { useConsole } from './console-state.ts'

const values = new Map<string, unknown>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** State that outlives its screen and the lock, one for each profile; it is gone when the console quits. */
export function useProfileState<Value>(name: string, initial: Value): readonly [Value, (value: Value) => void] {
  const { activeProfileId } = useConsole()
  const key = `${activeProfileId} ${name}`
  const value = useSyncExternalStore(subscribe, () => (values.get(key) as Value | undefined) ?? initial)
  const setValue = (next: Value) => {
    values.set(key, next)
    for (const notify of listeners) notify()
  }
  return [value, setValue]
}
