import { decimalOfMinorUnits } from '../../../../shared/minor-units.ts'
import type { ReportReservesModel, ReservesReport } from '../../../../shared/reserves.ts'
import { timestampOf } from '../../../../shared/timestamp-of.ts'
import type { Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { lookAlikes } from '../look-alikes.ts'
import { prepared } from '../statements.ts'
import type { VersionedCache } from '../versioned-cache.ts'
import { pageFrom, rowsFor } from './page.ts'

type ReportRow = {
  token_id: bigint
  symbol: string
  contract_address: string | null
  decimals: bigint
  amount: string
  transaction_count: bigint
  last_at: bigint
  blockchain: string
}

const reportSql = (condition = '') => `
  SELECT t.token_id, t.symbol, t.contract_address, t.decimals, s.amount, s.transaction_count, s.last_at, n.name AS blockchain
  FROM token_totals s JOIN tokens t USING (token_id) JOIN networks n USING (blockchain_id)
  ${condition} ORDER BY t.symbol, n.name, t.token_id`

/** With `alike` each row tells its token apart from those that look like it. */
const toReportRow = (row: ReportRow, alike: ReadonlySet<bigint> | null): ReportReservesModel => ({
  tokenSymbol: row.symbol,
  reserveAmount: decimalOfMinorUnits(row.amount, Number(row.decimals)),
  transactionCount: Number(row.transaction_count),
  lastTransactionDate: timestampOf(row.last_at),
  blockchain: row.blockchain,
  ...(alike && { contractAddress: row.contract_address, isLookAlike: alike.has(row.token_id) }),
})

function buildReport(db: Connection, contracts: boolean): ReservesReport {
  const alike = contracts ? lookAlikes(db) : null
  return prepared<ReportRow>(db, reportSql())
    .all()
    .map((row) => toReportRow(row, alike))
}

const pageSql = `${reportSql('WHERE (t.symbol, n.name, t.token_id) > ($symbol, $network, $token)')} LIMIT $limit`

export function reservesPage(
  db: Connection,
  page: PageRequest & { readonly contracts?: boolean },
): Page<ReportReservesModel> {
  const [symbol = '', network = '', token = '0'] = page.after ?? []
  const rows = prepared<ReportRow>(db, pageSql).all({ symbol, network, token: BigInt(token), limit: rowsFor(page) })
  const cut = pageFrom(rows, page, (row) => [row.symbol, row.blockchain, `${row.token_id}`])
  const alike = page.contracts ? lookAlikes(db) : null
  return { ...cut, rows: cut.rows.map((row) => toReportRow(row, alike)) }
}

type VersionRow = { ledger_version: bigint; networks_version: bigint }
const versionSql = 'SELECT ledger_version, networks_version FROM installation'
const tokensSql = 'SELECT count(*) AS tokens FROM tokens'

function versionOf(db: Connection): string {
  const row = prepared<VersionRow>(db, versionSql).get() as VersionRow
  return `${row.ledger_version}.${row.networks_version}`
}

/** A token that is only added moves no version, but may look like one that is shown. */
const tokensIn = (db: Connection): bigint =>
  (prepared<{ tokens: bigint }>(db, tokensSql).get() as { tokens: bigint }).tokens

/** The report, from totals kept as transactions arrive; the very same object while they do not change. */
export function reservesReport(
  db: Connection,
  cache: VersionedCache,
  { contracts } = { contracts: false },
): ReservesReport {
  const read = contracts ? () => `${versionOf(db)}.${tokensIn(db)}` : () => versionOf(db)
  const key = contracts ? 'reserves with contracts' : 'reserves'
  return cache.get(key, { current: read(), read }, () => buildReport(db, contracts))
}
