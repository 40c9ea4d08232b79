import type { ReportReservesModel, ReservesReport } from '../../../../shared/reserves.ts'
import { lookAlikesAmong, type NamedToken, namedTokensSql } from '../../look-alikes.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import { type ReportRow, reportSql, toReportRow } from '../../rows/reserves.ts'
import type { Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import type { VersionedCache } from '../versioned-cache.ts'

const lookAlikes = (db: Connection) => lookAlikesAmong(prepared<NamedToken>(db, namedTokensSql).all())

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
