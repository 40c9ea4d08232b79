import type { Timestamp } from './primitives.ts'

/** In a file of its own, so that the writer thread, which checks no input, does without the schemas' library. */
export const timestampOf = (epochMilliseconds: number | bigint): Timestamp =>
  new Date(Number(epochMilliseconds)).toISOString()
