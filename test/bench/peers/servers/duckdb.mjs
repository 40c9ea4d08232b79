import { DuckDBInstance } from '@duckdb/node-api'

/** Loads a file of transactions without keys, and sums it by what nobody foresaw: `duckdb.mjs FILE`, milliseconds as JSON. */
const [, , file] = process.argv
const instance = await DuckDBInstance.create(':memory:')
const connection = await instance.connect()

async function time(sql) {
  const start = performance.now()
  const reader = await connection.runAndReadAll(sql)
  return { milliseconds: performance.now() - start, rows: reader.getRowsJson() }
}

const loaded = await time(`CREATE TABLE transactions AS SELECT * FROM read_csv('${file}', header = true)`)
const summed = await time(
  `SELECT toReserveAccountId, count(*) AS transactions, sum(amount)::DOUBLE AS amount FROM transactions
   WHERE toReserveAccountId IS NOT NULL GROUP BY ALL ORDER BY ALL`,
)
console.log(JSON.stringify({ load: loaded.milliseconds, sum: summed.milliseconds, rows: summed.rows.length }))
