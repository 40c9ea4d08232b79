import type { Failure } from './failure.ts'

/**
 * The outcome of something that can fail in an expected way: a value, or an error as a value. Bugs throw;
 * everything expected is returned. The error is a {@link Failure} of the contract unless another type is named.
 */
export type Result<T, E = Failure> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E }

export const ok = <T>(value: T): Result<T, never> => ({ ok: true, value })

/** For a {@link Failure} by its code, see `fail`. */
export const err = <E>(error: E): Result<never, E> => ({ ok: false, error })
