import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import pg from 'pg'

/** Imports a file of transactions and keeps the totals: `pg-import.mjs URL FILE`, milliseconds and rows as JSON. */
const [, , connectionString, file] = process.argv
const perBatch = 10_000
const client = new pg.Client({ connectionString })
await client.connect()
await client.query(`
  DROP TABLE IF EXISTS imported_totals, imported;
  CREATE TABLE imported (
    source TEXT NOT NULL, position BIGINT NOT NULL, index BIGINT NOT NULL, token_id INTEGER NOT NULL, amount NUMERIC NOT NULL,
    at TIMESTAMPTZ NOT NULL, from_account INTEGER, to_account INTEGER, PRIMARY KEY (source, position, index));
  CREATE TABLE imported_totals (
    token_id INTEGER PRIMARY KEY, amount NUMERIC NOT NULL, transactions BIGINT NOT NULL, last_at TIMESTAMPTZ NOT NULL)`)

const insert = `
  WITH added AS (
    INSERT INTO imported
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::int[], $5::numeric[], $6::timestamptz[], $7::int[], $8::int[])
    ON CONFLICT DO NOTHING RETURNING *)
  INSERT INTO imported_totals
  SELECT token_id, sum(CASE WHEN to_account IS NULL THEN 0 ELSE amount END - CASE WHEN from_account IS NULL THEN 0 ELSE amount END),
    count(*), max(at) FROM added GROUP BY token_id
  ON CONFLICT (token_id) DO UPDATE SET amount = imported_totals.amount + excluded.amount,
    transactions = imported_totals.transactions + excluded.transactions,
    last_at = greatest(imported_totals.last_at, excluded.last_at)`

const columnsOf = (lines) =>
  Array.from({ length: 8 }, (_, at) => lines.map((line) => (line[at] === '' ? null : line[at])))

const start = performance.now()
let batch = []
async function flush() {
  await client.query(insert, columnsOf(batch))
  batch = []
}
let isHead = true
for await (const line of createInterface({ input: createReadStream(file) })) {
  if (!isHead) batch.push(line.split(','))
  isHead = false
  if (batch.length === perBatch) await flush()
}
if (batch.length > 0) await flush()
const milliseconds = performance.now() - start
const { rows: counted } = await client.query('SELECT count(*)::int AS added FROM imported')
await client.end()
console.log(JSON.stringify({ milliseconds, added: counted[0].added }))
