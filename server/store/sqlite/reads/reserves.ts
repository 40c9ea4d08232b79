import { decimalOfMinorUnits } from '../../../../shared/minor-units.ts'
import type { ReservesReport } from '../../../../shared/reserves.ts'
import { timestampOf } from '../../../../shared/timestamp-of.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import type { VersionedCache } from '../versioned-cache.ts'

type ReportRow = {
  symbol: string
  decimals: bigint
  amount: string
  transaction_count: bigint
  last_at: bigint
  blockchain: string
}

const reportSql = `
  SELECT t.symbol, t.decimals, s.amount, s.transaction_count, s.last_at, n.name AS blockchain
  FROM token_totals s JOIN tokens t USING (token_id) JOIN networks n USING (blockchain_id)
  ORDER BY t.symbol, n.name, t.token_id`

const buildReport = (db: Connection): ReservesReport =>
  prepared<ReportRow>(db, reportSql)
    .all()
    .map((row) => ({
      tokenSymbol: row.symbol,
      reserveAmount: decimalOfMinorUnits(row.amount, Number(row.decimals)),
      transactionCount: Number(row.transaction_count),
      lastTransactionDate: timestampOf(row.last_at),
      blockchain: row.blockchain,
    }))

type VersionRow = { ledger_version: bigint; networks_version: bigint }

/** The report, from totals kept as transactions arrive; the very same object while they do not change. */
export function reservesReport(db: Connection, cache: VersionedCache): ReservesReport {
  const row = prepared<VersionRow>(db, 'SELECT ledger_version, networks_version FROM installation').get() as VersionRow
  return cache.get('reserves', `${row.ledger_version}.${row.networks_version}`, () => buildReport(db))
}
