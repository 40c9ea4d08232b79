import { largestBudgetUse } from '../../../rotations/attempt-budget.ts'
import { anchorLag, anchorState } from '../../anchor-file.ts'
import type { StoreFigures } from '../../records.ts'
import { type AttemptRow, toCountedAttempt } from '../../rows/attempts.ts'
import { outboxSql } from '../../rows/webhooks.ts'
import type { FiguresWanted } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { auditHead } from './audit.ts'

/** What monitoring reads; each table that is read whole has few rows. */
export function readFigures(db: Connection, anchorFile: string, wanted: FiguresWanted): StoreFigures {
  // Before the anchor: a commit in between must not look like a lag.
  const head = BigInt(auditHead(db)?.sequence ?? 0)
  return {
    tokens: tokensOf(db, wanted),
    attemptBudgetUse: attemptBudgetUse(db, wanted.at),
    anchorLag: anchorLag(anchorState(anchorFile), head),
    outbox: outboxOf(db),
    ...reserves(db),
  }
}

const tokensSql = `
  SELECT ifnull(sum(expires_at > $at AND disabled_at IS NULL), 0) AS valid,
    ifnull(sum(
      disabled_at IS NULL AND expires_at > $at AND expires_at - $at <= $expiringWithin AND expires_at - created_at > $expiringWithin
        AND origin IS NULL
    ), 0) AS expiring,
    ifnull(sum(expires_at <= $at AND origin IS NULL), 0) AS expired
  FROM operator_tokens WHERE revoked_at IS NULL`

function tokensOf(db: Connection, wanted: FiguresWanted): StoreFigures['tokens'] {
  type Row = { valid: bigint; expiring: bigint; expired: bigint }
  const { valid, expiring, expired } = prepared<Row>(db, tokensSql).get(wanted) as Row
  return { valid: Number(valid), expiring: Number(expiring), expired: Number(expired) }
}

/** Attempts are kept for an hour, and the budgets bound how many there are. */
function attemptBudgetUse(db: Connection, at: number): StoreFigures['attemptBudgetUse'] {
  const sql = 'SELECT custodian_id, token_id, hex(key_fingerprint) AS key, at, refused FROM attempts'
  return largestBudgetUse(prepared<AttemptRow>(db, sql).all().map(toCountedAttempt), at)
}

function reserves(db: Connection): Pick<StoreFigures, 'reserveTransactions' | 'newestReserveTransactionAt'> {
  type Row = { count: bigint; newest: bigint | null }
  const sql = 'SELECT ifnull(sum(transaction_count), 0) AS count, max(last_at) AS newest FROM token_totals'
  const { count, newest } = prepared<Row>(db, sql).get() as Row
  return { reserveTransactions: Number(count), newestReserveTransactionAt: newest === null ? null : Number(newest) }
}

function outboxOf(db: Connection): StoreFigures['outbox'] {
  type Row = { pending: bigint; oldest: bigint | null }
  const { pending, oldest } = prepared<Row>(db, outboxSql).get() as Row
  return { pending: Number(pending), oldestAt: oldest === null ? null : Number(oldest) }
}
