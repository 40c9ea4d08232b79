import type { Failure } from './failure.ts'

/** What an operation answers: a value, or a failure that is a value too. Bugs throw; everything expected is returned. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure }

export const succeed = <Value>(value: Value): Result<Value> => ({ ok: true, value })
