import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeCsv } from './import-rows.ts'
import { grouped, type Measure, median } from './measure.ts'

const rows = 1_000_000
const rounds = 3
/** Enough for the writer's page cache to be full long before the end. */
const memoryRows = 3_000_000
const child = join(import.meta.dirname, 'import-child.ts')

type Bare = { readonly milliseconds: number }
type Import = Bare & { readonly added: number; readonly memory: readonly { done: number; rss: number }[] }

type Csv = { readonly file: string; readonly rows: number; readonly withHashes?: boolean }

async function run<Outcome>(side: 'bare' | 'import', { file, rows: count, withHashes }: Csv): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-bench-'))
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [
      child,
      side,
      folder,
      `${count}`,
      file,
      ...(withHashes ? ['hashes'] : []),
    ])
    return JSON.parse(stdout) as Outcome
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function interleaved(csv: Csv) {
  const bare: Bare[] = []
  const imported: Import[] = []
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await run<Bare>('bare', csv))
    imported.push(await run<Import>('import', csv))
  }
  return { bare, imported }
}

const perSecond = (runs: readonly Bare[]) => median(runs.map(({ milliseconds }) => (rows * 1000) / milliseconds))

async function memoryMeasure(folder: string): Promise<Measure> {
  const csv = { file: join(folder, 'long.csv'), rows: memoryRows }
  await writeCsv(csv.file, csv.rows)
  const { memory } = await run<Import>('import', csv)
  const between = (from: number, to: number) =>
    median(memory.filter(({ done }) => done >= from && done <= to).map(({ rss }) => rss))
  const middle = between(1 / 3, 2 / 3)
  const last = between(2 / 3, 1)
  return {
    name: 'memory during an import of 3 million rows, last third against middle third',
    ratio: last / middle,
    target: { atMost: 1.1 },
    detail: `${grouped(last)} MB against ${grouped(middle)} MB`,
  }
}

async function speedMeasure(folder: string, what: Pick<Measure, 'name'> & Pick<Csv, 'withHashes'>): Promise<Measure> {
  const { name, withHashes = false } = what
  const csv = { file: join(folder, 'transactions.csv'), rows, withHashes }
  await writeCsv(csv.file, rows, withHashes)
  const { bare, imported } = await interleaved(csv)
  if (imported.some(({ added }) => added !== rows)) throw new Error('the import did not add every row')
  const ours = perSecond(imported)
  const theirs = perSecond(bare)
  const detail = `${grouped(ours)} rows/s against ${grouped(theirs)} rows/s`
  return { name, ratio: ours / theirs, target: { atLeast: 0.4 }, detail }
}

/** Import of a million transactions from CSV, totals kept, against bare inserts of the same rows; and its memory. */
export async function importBench(): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-bench-'))
  try {
    return [
      await speedMeasure(folder, { name: 'import of 1 million rows of CSV against a bare prepared INSERT loop' }),
      await speedMeasure(folder, {
        name: 'the same with a transaction hash and a block hash in each row, also inserted by the loop',
        withHashes: true,
      }),
      await memoryMeasure(folder),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}
