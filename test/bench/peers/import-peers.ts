import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../../server/store/sqlite/connection.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { writeCsv } from '../import-rows.ts'
import { interleave } from '../interleave.ts'
import type { Lane } from '../lane.ts'
import { extra, grouped, type Measure, median, ratioOf, required } from '../measure.ts'
import { servers } from './install.ts'
import type { Postgres } from './postgres.ts'

/** Each of them takes long. */
const mostRounds = 3
const importChild = join(import.meta.dirname, '../import-child.ts')

/** Runs a script to its end, and reads the JSON that it prints. */
async function run<Printed>(script: string, ...args: readonly string[]): Promise<Printed> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { maxBuffer: 1e8 })
  return JSON.parse(stdout) as Printed
}

type Side = { readonly milliseconds: number; readonly sum?: number }

const sumSql = `
  SELECT to_account_id, count(*), sum(amount) FROM reserve_transactions
  WHERE to_account_id IS NOT NULL GROUP BY to_account_id ORDER BY 1`

/** The same file imported by Strongroom, by PostgreSQL and by DuckDB; then summed by a column that no total is kept of. */
export async function importMeasures(
  { imported: { rows }, rounds }: Lane,
  postgres: Postgres | null,
): Promise<Measure[]> {
  await using folder = await temporaryFolder()
  const file = join(folder.path, 'transactions.csv')
  await writeCsv(file, rows)
  const ours = () => importOurs(file, rows)
  const sides: Record<string, () => Promise<Side>> = { ours, duckdb: () => loadDuckdb(file), again: ours }
  if (postgres) sides.postgres = () => importInto(postgres, file, rows)
  return measuresOf((await interleave(sides, Math.min(rounds, mostRounds))) as Times, rows)
}

async function importOurs(file: string, rows: number): Promise<Side> {
  await using folder = await temporaryFolder()
  const { milliseconds, added } = await run<{ milliseconds: number; added: number }>(
    importChild,
    'import',
    folder.path,
    `${rows}`,
    file,
  )
  if (added !== rows) throw new Error(`the import added ${added} of ${rows} rows`)
  const db = openDatabase(join(folder.path, 'strongroom.db'), { readonly: true })
  const start = performance.now()
  db.prepare(sumSql).all()
  const sum = performance.now() - start
  db.close()
  return { milliseconds, sum }
}

async function importInto({ url }: Postgres, file: string, rows: number): Promise<Side> {
  const { milliseconds, added } = await run<{ milliseconds: number; added: number }>(
    join(servers, 'pg-import.mjs'),
    url,
    file,
  )
  if (added !== rows) throw new Error(`PostgreSQL added ${added} of ${rows} rows`)
  return { milliseconds }
}

async function loadDuckdb(file: string): Promise<Side> {
  const { load, sum } = await run<{ load: number; sum: number }>(join(servers, 'duckdb.mjs'), file)
  return { milliseconds: load, sum }
}

type Times = { readonly ours: readonly Side[]; readonly again: readonly Side[]; readonly duckdb: readonly Side[] } & {
  readonly postgres?: readonly Side[]
}

function measuresOf({ ours, again, duckdb, postgres }: Times, rows: number): Measure[] {
  const imports = (sides: readonly Side[]) => sides.map(({ milliseconds }) => milliseconds)
  const sums = (sides: readonly Side[]) => sides.map(({ sum = Number.NaN }) => sum)
  const rate = (sides: readonly Side[]) => `${grouped((rows * 1000) / median(imports(sides)))} rows/s`
  const control = ratioOf(imports(again), imports(ours))
  const against = (theirs: readonly Side[]) => ({
    value: ratioOf(imports(theirs), imports(ours)),
    control,
    detail: `${rate(ours)} against ${rate(theirs)}`,
  })
  return [
    ...(postgres ? [required('G9 PostgreSQL', against(postgres))] : []),
    extra({ name: 'DuckDB loads the same file without keys and totals; import against it', ...against(duckdb) }),
    extra({
      name: `DuckDB sums ${grouped(rows)} transactions by a column without totals; the same SQL on Strongroom's file against it`,
      value: ratioOf(sums(duckdb), sums(ours)),
      control: ratioOf(sums(again), sums(ours)),
      detail: `${median(sums(ours)).toFixed(0)} ms against ${median(sums(duckdb)).toFixed(0)} ms`,
    }),
  ]
}
