import { useSyncExternalStore } from 'react'
import type { ConsoleFailure } from '../../bridge/failures.ts'

let asked: ConsoleFailure | null = null
let isPostponed = false
const listeners = new Set<() => void>()

function set(failure: ConsoleFailure | null): void {
  asked = failure
  for (const tell of listeners) tell()
}

/**
 * A token that no longer works is asked for again over the page, which stays as it is. Once the operator chose to sign in
 * later, a read that the console repeats by itself does not ask again.
 */
export function askToSignIn(failure: ConsoleFailure, { isRepeated = false } = {}): void {
  const isSignedOut = failure.code === 'Unauthenticated' || failure.code === 'SignedOut'
  if (isSignedOut && !(isRepeated && isPostponed)) set(failure)
}

export function clearSignInRequest(): void {
  isPostponed = false
  set(null)
}

export function postponeSignIn(): void {
  isPostponed = true
  set(null)
}

/** A read that the operator asks for may ask to sign in again. */
export function readAgain<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  isPostponed = false
  return read()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why the operator has to sign in again; null when there is no need. */
export const signInRequest = (): ConsoleFailure | null => asked

export const useSignInRequest = (): ConsoleFailure | null => useSyncExternalStore(subscribe, signInRequest)
