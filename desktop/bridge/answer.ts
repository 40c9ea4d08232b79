import { type ConsoleFailure, failureOf } from './failures.ts'

/** What crosses the bridge back: plain data, never an exception. */
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ConsoleFailure }

/** What finds a call again: in the log of its server, and among the rotations. */
export type Trace = { readonly requestId: string | null; readonly rotationId: string | null }

/** What came back from a server: a failure has its trace in itself. */
export type ServerAnswer<Value> =
  | { readonly ok: true; readonly value: Value; readonly trace: Trace }
  | Extract<Answer<Value>, { readonly ok: false }>

export const answer = <Value>(value: Value): Answer<Value> => ({ ok: true, value })

export const refuse = (...failure: Parameters<typeof failureOf>): Answer<never> => ({
  ok: false,
  error: failureOf(...failure),
})
