import { fail } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import type { RefusedBy } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'

const minute = 60_000
const hour = 60 * minute

type Budget = {
  readonly most: number
  readonly within: number
  /** Whether attempts under way count as refused until their end is known. */
  readonly countsOpen: boolean
}

/** Below Copper's lock-out of 30 failures an hour, whoever else uses the key. */
const keyBudgets: readonly Budget[] = [
  { most: 3, within: 10 * minute, countsOpen: true },
  { most: 10, within: hour, countsOpen: true },
]

/**
 * Far more than a person mistypes; without it, every refused key could be followed by another one. A script may rotate
 * dozens of custodians at once, so only the larger budget counts what is under way.
 */
const tokenBudgets: readonly Budget[] = [
  { most: 30, within: 10 * minute, countsOpen: false },
  { most: 100, within: hour, countsOpen: true },
]

/** No budget looks further back. */
export const attemptsKeptFor = hour

/** An attempt under way is over by then, in seconds: the deadline of a probe. */
const longestAttempt = 10

type Attempt = {
  readonly attemptId: string
  readonly custodianId: Id
  readonly tokenId: Id
  readonly keyFingerprint: Uint8Array
  readonly at: number
}

/**
 * Opens an attempt with a key, unless the provider refused the key too often of late, or the token had too many keys
 * refused. Attempts under way count too, so that many at once do not get past the budgets.
 */
export function openAttempt(db: Connection, attempt: Attempt): Result<null> {
  const { attemptId, custodianId, tokenId, keyFingerprint, at } = attempt
  const waitOfKey = secondsToWait(attemptsWithKey(db, attempt), keyBudgets, at)
  if (waitOfKey > 0) return exhausted('key', waitOfKey)
  const waitOfToken = secondsToWait(attemptsOfToken(db, attempt), tokenBudgets, at)
  if (waitOfToken > 0) return exhausted('token', waitOfToken)
  prepared(
    db,
    'INSERT INTO attempts (attempt_id, custodian_id, token_id, key_fingerprint, at) VALUES (?, ?, ?, ?, ?)',
  ).run(attemptId, toInt(custodianId), toInt(tokenId), keyFingerprint, at)
  return ok(null)
}

const messages = {
  key: 'The provider refused this key too often, or too many checks of it are under way; it was not asked again, so that it does not lock the key. Nothing was changed, and keys that were active still are.',
  token:
    'Credentials not checked: too many credentials sent with this operator token were refused (30 in 10 minutes or 100 in an hour), or 100 checks are running. Nothing was changed, and keys that were active still are. Wait as long as Retry-After says.',
}

const exhausted = (budget: keyof typeof messages, retryAfterSeconds: number) =>
  fail('TooManyRequests', { message: messages[budget], info: [`reason=${budget}-budget`], retryAfterSeconds })

type AttemptRow = { readonly at: bigint; readonly refused: bigint }

/** Those that a local rule refused are left out: the provider never heard of them. */
const attemptsWithKey = (db: Connection, { custodianId, keyFingerprint }: Attempt): readonly AttemptRow[] =>
  prepared<AttemptRow>(
    db,
    `SELECT at, refused FROM attempts
     WHERE custodian_id = ? AND key_fingerprint = ? AND refused <> ${refusedAs.local} ORDER BY at DESC`,
  ).all(toInt(custodianId), keyFingerprint)

const attemptsOfToken = (db: Connection, { tokenId }: Attempt): readonly AttemptRow[] =>
  prepared<AttemptRow>(db, 'SELECT at, refused FROM attempts WHERE token_id = ? ORDER BY at DESC').all(toInt(tokenId))

function secondsToWait(attempts: readonly AttemptRow[], budgets: readonly Budget[], at: number): number {
  const refusedAt = attempts.filter(({ refused }) => refused).map((row) => Number(row.at))
  const underWay = attempts.length - refusedAt.length
  const waits = budgets.map(({ most, within, countsOpen }) => {
    // One dated in the future is of a clock that was set back since.
    const recent = refusedAt.filter((moment) => moment <= at && moment + within > at)
    if (recent.length >= most) return Math.ceil(((recent[most - 1] as number) + within - at) / 1000)
    return countsOpen && recent.length + underWay >= most ? longestAttempt : 0
  })
  return Math.max(...waits)
}

const refusedAs = { provider: 1, local: 2 }

/** Ends an attempt; one whose key was refused is remembered. */
export function closeAttempt(db: Connection, { attemptId, refusedBy, at }: ClosedAttempt): void {
  if (refusedBy)
    prepared(db, 'UPDATE attempts SET refused = ?, at = ? WHERE attempt_id = ?').run(
      refusedAs[refusedBy],
      at,
      attemptId,
    )
  else prepared(db, 'DELETE FROM attempts WHERE attempt_id = ?').run(attemptId)
}

type ClosedAttempt = { readonly attemptId: string; readonly refusedBy: RefusedBy; readonly at: number }
