import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Outcome } from './bench.ts'
import { writeCsv } from './import-rows.ts'
import { interleave } from './interleave.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, type Measure, median, ratioOf } from './measure.ts'

/** Each of them takes long. */
const mostRounds = 3
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

async function memoryMeasure(folder: string, memoryRows: number): Promise<Measure> {
  const csv = { file: join(folder, 'long.csv'), rows: memoryRows }
  await writeCsv(csv.file, csv.rows)
  const { memory } = await run<Import>('import', csv)
  const between = (from: number, to: number) =>
    median(memory.filter(({ done }) => done >= from && done <= to).map(({ rss }) => rss))
  const middle = between(1 / 3, 2 / 3)
  const last = between(2 / 3, 1)
  return extra({
    name: `memory during an import of ${grouped(memoryRows)} rows, last third against middle third`,
    value: last / middle,
    target: { atMost: 1.1 },
    detail: `${grouped(last)} MB against ${grouped(middle)} MB`,
  })
}

type Speed = { readonly name: string; readonly rows: number; readonly rounds: number; readonly withHashes?: boolean }

async function speedMeasure(folder: string, { name, rows, rounds, withHashes = false }: Speed): Promise<Measure> {
  const csv = { file: join(folder, 'transactions.csv'), rows, withHashes }
  await writeCsv(csv.file, rows, withHashes)
  const bare = () => run<Bare>('bare', csv)
  const imported = async (): Promise<Bare> => {
    const { added, milliseconds } = await run<Import>('import', csv)
    if (added !== rows) throw new Error(`the import added ${added} of ${rows} rows`)
    return { milliseconds }
  }
  const { ours, theirs, again } = await interleave({ theirs: bare, ours: imported, again: bare }, rounds)
  const perSecond = (runs: readonly Bare[]) => runs.map(({ milliseconds }) => (rows * 1000) / milliseconds)
  return extra({
    name,
    target: { atLeast: 0.4 },
    value: ratioOf(perSecond(ours), perSecond(theirs)),
    control: ratioOf(perSecond(again), perSecond(theirs)),
    detail: `${grouped(median(perSecond(ours)))} rows/s against ${grouped(median(perSecond(theirs)))} rows/s`,
  })
}

/** Import of transactions from CSV, totals kept, against bare inserts of the same rows; and its memory. */
export async function importBench({ imported: { rows, memoryRows }, ...lane }: Lane): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-bench-'))
  const rounds = Math.min(lane.rounds, mostRounds)
  const name = `import of ${grouped(rows)} rows of CSV against a bare prepared INSERT loop`
  const hashes = 'the same with a transaction hash and a block hash in each row, also inserted by the loop'
  try {
    return {
      measures: [
        await speedMeasure(folder, { name, rows, rounds }),
        await speedMeasure(folder, { name: hashes, rows, rounds, withHashes: true }),
        await memoryMeasure(folder, memoryRows),
      ],
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
