import { z } from 'zod'

const largestInt64 = 2n ** 63n - 1n
const isInt64 = (text: string) => /^[1-9]\d{0,18}$/.test(text) && (text.length < 19 || BigInt(text) <= largestInt64)

/** Schemas whose value is text everywhere inside and on tRPC, but a number token with all its digits on REST. */
export const writtenAsNumber = z.registry<{ kind: 'int64' | 'decimal' }>()

/** An identifier: int64, 1 to 2^63-1, as a decimal string without leading zeros. */
export const Id = z
  .string()
  .refine(isInt64, `must be a whole number from 1 to ${largestInt64}`)
  .brand<'Id'>()
  .register(writtenAsNumber, { kind: 'int64' })
export type Id = z.infer<typeof Id>

/**
 * The same as callers may write it: a decimal string, and on REST a number token too (which its parser reads as
 * bigint).
 */
export const IdInput = z.preprocess(
  (raw) => (typeof raw === 'bigint' ? raw.toString() : raw),
  z.string({ error: requiredOr('must be a whole number; on tRPC, a string of its digits') }).pipe(Id),
) as unknown as z.ZodType<Id, string>
writtenAsNumber.add(IdInput, { kind: 'int64' })

/** An exact amount of any length in plain notation: no exponent, no trailing zeros. */
export const Decimal = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/, 'must be a plain decimal')
  .brand<'Decimal'>()
  .register(writtenAsNumber, { kind: 'decimal' })
export type Decimal = z.infer<typeof Decimal>

/** A moment in UTC, ISO 8601 with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 })
export type Timestamp = z.infer<typeof Timestamp>

/** `true` or `false`; as text in any case (.NET writes `True`). */
export const BooleanInput = z.preprocess(
  (raw) => (typeof raw === 'string' && /^(true|false)$/i.test(raw) ? raw.toLowerCase() === 'true' : raw),
  z.boolean('must be true or false'),
) as unknown as z.ZodType<boolean, boolean | string>

const momentRule =
  'must be an RFC 3339 time, such as 2026-01-31T00:00:00Z or 2026-01-31T01:00:00+01:00 (in a URL, encode + as %2B)'

/** Epoch milliseconds; what is finer goes to the next one, so that comparing whole milliseconds with it stays exact. */
const momentOf = (text: string) => Date.parse(text) + (/\.\d{3}\d*[1-9]/.test(text) ? 1 : 0)

/** A time with its UTC offset (RFC 3339); epoch milliseconds inside. */
export const MomentInput = z.iso.datetime({ offset: true, error: requiredOr(momentRule) }).transform(momentOf)

/** How many rows to answer at most: 1 to `most`. */
export const LimitInput = (most: number) =>
  z.preprocess(
    (raw) => (typeof raw === 'string' && /^[1-9]\d{0,5}$/.test(raw) ? Number(raw) : raw),
    z.int(`must be a whole number from 1 to ${most}`).min(1, `must be at least 1`).max(most, `must be at most ${most}`),
  ) as unknown as z.ZodType<number, number | string>

/** A rule for required text: a missing value has its own message. */
export function requiredOr(otherwise: string) {
  return (issue: { input?: unknown }) => (issue.input === undefined ? 'is required' : otherwise)
}
