import { decimalOfMinorUnits } from '../../../../shared/minor-units.ts'
import type { ReportReservesModel, ReservesReport } from '../../../../shared/reserves.ts'
import { timestampOf } from '../../../../shared/timestamp-of.ts'
import type { Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import type { VersionedCache } from '../versioned-cache.ts'
import { pageFrom, rowsFor } from './page.ts'

type ReportRow = {
  token_id: bigint
  symbol: string
  decimals: bigint
  amount: string
  transaction_count: bigint
  last_at: bigint
  blockchain: string
}

const reportSql = (condition = '') => `
  SELECT t.token_id, t.symbol, t.decimals, s.amount, s.transaction_count, s.last_at, n.name AS blockchain
  FROM token_totals s JOIN tokens t USING (token_id) JOIN networks n USING (blockchain_id)
  ${condition} ORDER BY t.symbol, n.name, t.token_id`

const toReportRow = (row: ReportRow): ReportReservesModel => ({
  tokenSymbol: row.symbol,
  reserveAmount: decimalOfMinorUnits(row.amount, Number(row.decimals)),
  transactionCount: Number(row.transaction_count),
  lastTransactionDate: timestampOf(row.last_at),
  blockchain: row.blockchain,
})

const buildReport = (db: Connection): ReservesReport => prepared<ReportRow>(db, reportSql()).all().map(toReportRow)

const pageSql = `${reportSql('WHERE (t.symbol, n.name, t.token_id) > ($symbol, $network, $token)')} LIMIT $limit`

export function reservesPage(db: Connection, page: PageRequest): Page<ReportReservesModel> {
  const [symbol = '', network = '', token = '0'] = page.after ?? []
  const rows = prepared<ReportRow>(db, pageSql).all({ symbol, network, token: BigInt(token), limit: rowsFor(page) })
  const cut = pageFrom(rows, page, (row) => [row.symbol, row.blockchain, `${row.token_id}`])
  return { ...cut, rows: cut.rows.map(toReportRow) }
}

type VersionRow = { ledger_version: bigint; networks_version: bigint }

/** The report, from totals kept as transactions arrive; the very same object while they do not change. */
export function reservesReport(db: Connection, cache: VersionedCache): ReservesReport {
  const row = prepared<VersionRow>(db, 'SELECT ledger_version, networks_version FROM installation').get() as VersionRow
  return cache.get('reserves', `${row.ledger_version}.${row.networks_version}`, () => buildReport(db))
}
