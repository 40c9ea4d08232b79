import { lookAlikesAmong, type NamedToken, namedTokensSql } from '../../look-alikes.ts'
import { pageFrom, rowsFor } from '../../page.ts'
import {
  type DirectoryRows,
  directorySql,
  type ReportRow,
  reportSql,
  toDirectory,
  toReportRow,
} from '../../rows/reserves.ts'
import type { Reads } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'
import type { VersionedReads } from '../versioned-reads.ts'

const pageSql = `${reportSql('WHERE (t.symbol, n.name, t.token_id) > ($symbol, $network, $token)')} LIMIT $limit`

const alikeWhere = async (query: SqlQuery, isWanted: boolean) =>
  isWanted ? lookAlikesAmong(await query<NamedToken>(namedTokensSql)) : null

type ReserveReads = Pick<Reads, 'reservesReport' | 'reservesPage' | 'reserveDirectory'>

export const reserveReads = (query: SqlQuery, versioned: VersionedReads): ReserveReads => ({
  // Built after its versions were read, so it shows at least what they stand for; what is newer has newer versions.
  reservesReport: async ({ contracts } = { contracts: false }) => {
    const report = await versioned.get({
      key: contracts ? 'reserves with contracts' : 'reserves',
      scope: ({ ledger, networks, assets }) => `${ledger}.${networks}${contracts ? `.${assets}` : ''}`,
      build: async () => {
        const alike = await alikeWhere(query, contracts)
        return { value: (await query<ReportRow>(reportSql())).map((row) => toReportRow(row, alike)), version: null }
      },
    })
    return report ?? []
  },
  reservesPage: async (page) => {
    const [symbol = '', network = '', token = '0'] = page.after ?? []
    const rows = await query<ReportRow>(pageSql, { symbol, network, token, limit: rowsFor(page) })
    const alike = await alikeWhere(query, page.contracts ?? false)
    const cut = pageFrom(rows, page, (row) => [row.symbol, row.blockchain, `${row.token_id}`])
    return { ...cut, rows: cut.rows.map((row) => toReportRow(row, alike)) }
  },
  reserveDirectory: async () => {
    const rowsOf = <Kind extends keyof DirectoryRows>(kind: Kind) =>
      query<DirectoryRows[Kind][number]>(directorySql[kind]) as Promise<DirectoryRows[Kind]>
    const [networks, tokens, accounts] = await Promise.all([rowsOf('networks'), rowsOf('tokens'), rowsOf('accounts')])
    return toDirectory({ networks, tokens, accounts })
  },
})
