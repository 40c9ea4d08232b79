import { useSyncExternalStore } from 'react'
import type { ConsoleState, KnownProfile } from '../../bridge/state.ts'
import { currentLanguage, setLanguage } from '../../words/words.ts'
import { bridge } from './bridge.ts'
import { valueIn } from './failure.ts'

let current: ConsoleState | null = null
const listeners = new Set<() => void>()

function take(state: ConsoleState): void {
  current = state
  if (state.language !== currentLanguage()) setLanguage(state.language)
  document.documentElement.lang = state.language
  for (const tell of listeners) tell()
}

/** Asks main once, then follows what it tells. */
export async function followConsole(): Promise<void> {
  bridge.on('state', take)
  take(valueIn(await bridge.state(null)))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whose server the page shows now. */
export const shownProfileId = (): string | null => current?.activeProfileId ?? null

/** Whether the server can be called: the console is unlocked and the active profile is signed in. */
export const isReady = (): boolean =>
  current?.lock.isLocked === false &&
  current.profiles.some(({ id, isSignedIn }) => isSignedIn && id === shownProfileId())

/** What main knows, as of now; the screen is drawn again when it changes. */
export function useConsole(): ConsoleState {
  const state = useSyncExternalStore(subscribe, () => current)
  if (!state) throw new Error('The console is drawn before its state is known.')
  return state
}

export function useActiveProfile(): KnownProfile | null {
  const { profiles, activeProfileId } = useConsole()
  return profiles.find(({ id }) => id === activeProfileId) ?? null
}
