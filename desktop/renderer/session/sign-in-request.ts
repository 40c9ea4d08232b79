import { useSyncExternalStore } from 'react'
import type { ConsoleFailure } from '../../bridge/failures.ts'

let asked: ConsoleFailure | null = null
const listeners = new Set<() => void>()

function set(failure: ConsoleFailure | null): void {
  asked = failure
  for (const tell of listeners) tell()
}

/** A token that no longer works is asked for again over the page, which stays as it is. */
export function askToSignIn(failure: ConsoleFailure): void {
  if (failure.code === 'Unauthenticated' || failure.code === 'SignedOut') set(failure)
}

export const clearSignInRequest = (): void => set(null)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why the operator has to sign in again; null when there is no need. */
export const useSignInRequest = (): ConsoleFailure | null => useSyncExternalStore(subscribe, () => asked)
