import { useSyncExternalStore } from 'react'
import type { ConsoleState, KnownProfile } from '../../bridge/state.ts'
import { addTexts, currentLanguage, hasTexts, setLanguage } from '../../words/words.ts'
import { bridge } from './bridge.ts'
import { valueIn } from './failure.ts'

let current: ConsoleState | null = null
let newest: ConsoleState | null = null
const listeners = new Set<() => void>()
const known = Promise.withResolvers<void>()

/** Resolves once main has said what it knows. */
export const stateKnown: Promise<void> = known.promise

function take(state: ConsoleState): void {
  current = state
  if (state.language !== currentLanguage() && hasTexts(state.language)) setLanguage(state.language)
  document.documentElement.lang = currentLanguage()
  for (const tell of listeners) tell()
  known.resolve()
}

/** Takes a state once its texts are there, unless a newer one has come by then; without them when they fail to load. */
async function follow(state: ConsoleState): Promise<void> {
  newest = state
  if (!hasTexts(state.language)) await loadGerman().catch(() => undefined)
  if (state === newest) take(state)
}

/** The only language but English. */
const loadGerman = async (): Promise<void> => addTexts('de', (await import('../../words/de.ts')).de)

/** Asks main once, then follows what it tells. */
export async function followConsole(): Promise<void> {
  bridge.on('state', (state) => void follow(state))
  void follow(valueIn(await bridge.state(null)))
  await stateKnown
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
