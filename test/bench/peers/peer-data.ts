import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../../server/store/sqlite/connection.ts'
import type { Postgres } from './postgres.ts'

/** A row of the reserves report, as the API answers it. */
export type ReportRow = {
  readonly tokenSymbol: string
  readonly reserveAmount: number
  readonly transactionCount: number
  readonly lastTransactionDate: string
  readonly blockchain: string
}

export type Source = {
  /** The data folder of Strongroom that is copied. */
  readonly dataDir: string
  readonly token: string
  readonly report: readonly ReportRow[]
}

const tables = `
  CREATE TABLE api_tokens (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, expires_at BIGINT NOT NULL);
  CREATE TABLE networks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, icon TEXT NOT NULL);
  CREATE TABLE custodians (id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, name TEXT NOT NULL, provider TEXT NOT NULL);
  CREATE TABLE wallets (
    id INTEGER PRIMARY KEY, tenant_id INTEGER NOT NULL, custodian_id INTEGER NOT NULL REFERENCES custodians,
    network_id INTEGER NOT NULL REFERENCES networks, address TEXT NOT NULL, metadata_json TEXT NOT NULL,
    is_visible BOOLEAN NOT NULL, is_active BOOLEAN NOT NULL,
    is_treasury_enabled BOOLEAN NOT NULL, is_gas_station_enabled BOOLEAN NOT NULL);
  CREATE INDEX wallets_of_custodian ON wallets (custodian_id);
  CREATE TABLE tokens (id INTEGER PRIMARY KEY, symbol TEXT NOT NULL, network_id INTEGER NOT NULL REFERENCES networks);`

/** The totals of the report. The benchmark fills them: the peers only have to read them. */
const totals = (amount: string, time: string) => `
  CREATE TABLE reserve_totals (token_id INTEGER PRIMARY KEY REFERENCES tokens, amount ${amount} NOT NULL,
    transaction_count BIGINT NOT NULL, last_at ${time} NOT NULL);`

const copied = {
  networks: 'SELECT blockchain_id, name, icon FROM networks',
  custodians: 'SELECT custodian_id, tenant_id, name, provider FROM custodians',
  wallets: `SELECT wallet_id, tenant_id, custodian_id, blockchain_id, address, metadata_json, is_visible, is_active,
    is_treasury_enabled, is_gas_station_enabled FROM wallets`,
  tokens: 'SELECT token_id, symbol, blockchain_id FROM tokens',
}

const hour = 3_600_000
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type Row = readonly (string | number | bigint)[]

/** Rows of each table of the peers, in the order in which they refer to each other. */
function* rowsOf({ dataDir, token, report }: Source): Generator<readonly [string, readonly Row[]]> {
  yield ['api_tokens', [[1, hashOf(token), Date.now() + 4 * hour]]]
  const db = openDatabase(join(dataDir, 'strongroom.db'), { readonly: true })
  try {
    for (const [table, sql] of Object.entries(copied)) yield [table, db.prepare(sql).raw().all() as Row[]]
    const symbols = db.prepare('SELECT symbol, token_id FROM tokens').raw().all() as [string, bigint][]
    const ids = new Map(symbols)
    yield [
      'reserve_totals',
      report.map((row) => [
        ids.get(row.tokenSymbol) as bigint,
        row.reserveAmount,
        row.transactionCount,
        Date.parse(row.lastTransactionDate),
      ]),
    ]
  } finally {
    db.close()
  }
}

/** The same data in a SQLite file, with the tables that an ORM would be given. */
export function makePeerFile(file: string, source: Source): void {
  const db = openDatabase(file, { readonly: false })
  db.exec(`${tables}${totals('REAL', 'BIGINT')} BEGIN`)
  for (const [table, rows] of rowsOf(source)) {
    const insert = db.prepare(`INSERT INTO ${table} VALUES (${rows[0]?.map(() => '?').join(', ')})`)
    for (const row of rows) insert.run(...row)
  }
  db.exec('COMMIT')
  db.close()
}

/** The same data in PostgreSQL. */
export function fillPostgres(postgres: Postgres, folder: string, source: Source): void {
  postgres.sql(tables + totals('NUMERIC', 'TIMESTAMPTZ'))
  for (const [table, rows] of rowsOf(source)) {
    const file = join(folder, `${table}.csv`)
    const withDates = rows.map((row) => (table === 'reserve_totals' ? withDate(row) : row))
    writeFileSync(file, withDates.map((row) => `${row.map(cellOf).join(',')}\n`).join(''))
    postgres.copy(table, file)
  }
  postgres.sql('ANALYZE;')
}

const withDate = (row: Row): Row => row.with(-1, new Date(Number(row.at(-1))).toISOString())

const cellOf = (value: string | number | bigint) => `"${`${value}`.replaceAll('"', '""')}"`

/** Lets the bearer of one more token read. */
export const giveToken = (postgres: Postgres, token: string): string =>
  postgres.sql(`INSERT INTO api_tokens VALUES (2, '${hashOf(token)}', ${Date.now() + 4 * hour});`)

/** The transactions of `rowAt`, so many of them, made where they are stored. */
export const fillTransactions = (postgres: Postgres, count: number): string =>
  postgres.sql(`
    CREATE TABLE reserve_transactions (position BIGINT NOT NULL, token_id INTEGER NOT NULL, amount NUMERIC NOT NULL,
      from_account INTEGER, to_account INTEGER, at TIMESTAMPTZ NOT NULL);
    INSERT INTO reserve_transactions
    SELECT 1000000 + n, n % 50 + 1, n * 7919 % 1000000 + (n % 1000000)::numeric / 1000000,
      CASE WHEN n % 3 = 0 THEN NULL ELSE n % 20 + 1 END, CASE WHEN n % 3 = 1 THEN NULL ELSE n % 20 + 1 END,
      timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'
    FROM generate_series(0, ${count - 1}::bigint) n;
    VACUUM ANALYZE reserve_transactions;`)
