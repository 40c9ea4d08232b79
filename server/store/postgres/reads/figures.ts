import { largestBudgetUse } from '../../../rotations/attempt-budget.ts'
import { anchorLag, anchorState } from '../../anchor-file.ts'
import { type AttemptRow, toCountedAttempt } from '../../rows/attempts.ts'
import { outboxSql } from '../../rows/webhooks.ts'
import type { Reads } from '../../store.ts'
import { only, type SqlQuery } from '../connection.ts'

const sql = `
  SELECT count(*) FILTER (WHERE expires_at > $at AND disabled_at IS NULL) AS valid,
    count(*) FILTER (
      WHERE disabled_at IS NULL AND expires_at > $at AND expires_at - $at <= $expiringWithin AND expires_at - created_at > $expiringWithin
        AND origin IS NULL
    ) AS expiring,
    count(*) FILTER (WHERE expires_at <= $at AND origin IS NULL) AS expired,
    (SELECT sequence FROM audit_head) AS head,
    (SELECT coalesce(sum(transaction_count), 0)::bigint FROM token_totals) AS transactions,
    (SELECT max(last_at) FROM token_totals) AS newest
  FROM operator_tokens WHERE revoked_at IS NULL`

type FiguresRow = {
  readonly valid: bigint
  readonly expiring: bigint
  readonly expired: bigint
  readonly head: bigint
  readonly transactions: bigint
  readonly newest: bigint | null
}

const attemptsSql = "SELECT custodian_id, token_id, encode(key_fingerprint, 'hex') AS key, at, refused FROM attempts"

type FigureParts = {
  readonly query: SqlQuery
  readonly anchorFile: string
}

/** What monitoring reads; each table that is read whole has few rows. */
export const figureReads = ({ query, anchorFile }: FigureParts): Pick<Reads, 'figures'> => ({
  figures: async (wanted) => {
    const row = only(await query<FiguresRow>(sql, wanted))
    const attempts = (await query<AttemptRow>(attemptsSql)).map(toCountedAttempt)
    const anchor = anchorState(anchorFile)
    const outbox = only(await query<{ pending: bigint; oldest: bigint | null }>(outboxSql))
    return {
      tokens: { valid: Number(row.valid), expiring: Number(row.expiring), expired: Number(row.expired) },
      attemptBudgetUse: largestBudgetUse(attempts, wanted.at),
      anchorLag: anchorLag(anchor, row.head),
      outbox: { pending: Number(outbox.pending), oldestAt: outbox.oldest === null ? null : Number(outbox.oldest) },
      reserveTransactions: Number(row.transactions),
      newestReserveTransactionAt: row.newest === null ? null : Number(row.newest),
    }
  },
})
