import { VisuallyHidden } from '@mantine/core'
import { useSyncExternalStore } from 'react'

/** Milliseconds after which it is unsaid, so that the same can be said again. */
const said = 1500

let text = ''
let unsaying: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: string): void {
  text = next
  for (const tell of listeners) tell()
}

/** Tells a screen reader what came of something where nothing that it reads has changed. */
export function announce(what: string): void {
  clearTimeout(unsaying)
  set(what)
  unsaying = setTimeout(set, said, '')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where {@link announce} is heard; one for the whole console. */
export function Announcer() {
  return <VisuallyHidden role="status">{useSyncExternalStore(subscribe, () => text)}</VisuallyHidden>
}
