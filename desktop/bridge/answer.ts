import { type ConsoleFailure, failureOf } from './failures.ts'

/** What crosses the bridge back: plain data, never an exception. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ConsoleFailure }

export const answer = <Value>(value: Value): Answer<Value> => ({ ok: true, value })

export const refuse = (...failure: Parameters<typeof failureOf>): Answer<never> => ({
  ok: false,
  error: failureOf(...failure),
})
