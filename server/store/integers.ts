import type { Id, Timestamp } from '../../shared/primitives.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'

/** SQL's int64 is a bigint at this edge and a decimal string everywhere else. */
export const toInt = (id: Id): bigint => BigInt(id)
export const toIntOrNull = (id: Id | null): bigint | null => (id === null ? null : BigInt(id))
export const toId = (value: bigint): Id => value.toString() as Id
export const toIdOrNull = (value: bigint | null): Id | null => (value === null ? null : toId(value))
export const toTimestampOrNull = (at: bigint | null): Timestamp | null => (at === null ? null : timestampOf(at))
