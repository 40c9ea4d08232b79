import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Outcome } from './bench.ts'
import type { Progress } from './import-child.ts'
import { writeCsv } from './import-rows.ts'
import { interleave } from './interleave.ts'
import type { Lane } from './lane.ts'
import { extra, grouped, type Measure, median, once, ratioOf, required } from './measure.ts'

/** Each of them takes long. */
const mostRounds = 3
const child = join(import.meta.dirname, 'import-child.ts')
const normalSync = ['--import', join(import.meta.dirname, 'normal-sync-preload.ts')]

type Bare = { readonly milliseconds: number }
type Import = Bare & {
  readonly added: number
  readonly unchanged: number
  readonly progress: readonly Progress[]
}
type Csv = { readonly file: string; readonly rows: number; readonly withHashes?: boolean }
type Side = 'bare' | 'import'

/** A run in a folder, or in one of its own, which is removed. */
type Run = { readonly csv: Csv; readonly folder?: string; readonly nodeArgs?: readonly string[] }

async function run<Outcome>(side: Side, { csv, folder, nodeArgs = [] }: Run): Promise<Outcome> {
  if (!folder) return inNewFolder((own) => run<Outcome>(side, { csv, folder: own, nodeArgs }))
  const { file, rows, withHashes } = csv
  const args = [...nodeArgs, child, side, folder, `${rows}`, file, ...(withHashes ? ['hashes'] : [])]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout) as Outcome
}

async function inNewFolder<Outcome>(work: (folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-bench-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function importWhole(csv: Csv, nodeArgs: readonly string[] = []): Promise<Import> {
  const imported = await run<Import>('import', { csv, nodeArgs })
  assertAll(imported.added, csv)
  return imported
}

function assertAll(count: number, { rows }: Csv): void {
  if (count !== rows) throw new Error(`an import took ${count} of ${rows} rows`)
}

const perSecond = (runs: readonly Bare[], { rows }: Csv) =>
  runs.map(({ milliseconds }) => (rows * 1_000) / milliseconds)

const against = (ours: readonly number[], theirs: readonly number[]) =>
  `${grouped(median(ours))} rows/s against ${grouped(median(theirs))} rows/s`

/** With a block and a transaction hash in each row, and with commits that do not wait for the disk. */
async function speedMeasures(folder: string, { rows, rounds }: { rows: number; rounds: number }): Promise<Measure[]> {
  const plain = { file: join(folder, 'transactions.csv'), rows }
  const hashed = { file: join(folder, 'hashes.csv'), rows, withHashes: true }
  await writeCsv(plain.file, rows)
  await writeCsv(hashed.file, rows, { withHashes: true })
  const runs = await interleave<string, Bare>(
    {
      full: () => importWhole(plain),
      again: () => importWhole(plain),
      normal: () => importWhole(plain, normalSync),
      hashes: () => importWhole(hashed),
      bareHashes: () => run<Bare>('bare', { csv: hashed }),
    },
    rounds,
  )
  const speed = (name: string) => perSecond(runs[name] as readonly Bare[], plain)
  const control = ratioOf(speed('again'), speed('full'))
  return [
    required('G10', {
      value: ratioOf(speed('full'), speed('normal')),
      control,
      detail: against(speed('full'), speed('normal')),
    }),
    extra({
      name: `import of ${grouped(rows)} rows with a transaction hash and a block hash in each, which the loop inserts too`,
      target: { atLeast: 0.4 },
      value: ratioOf(speed('hashes'), speed('bareHashes')),
      control,
      detail: against(speed('hashes'), speed('bareHashes')),
    }),
  ]
}

type Part = { readonly milliseconds: number; readonly cpu: number; readonly rss: number }

/** What an import took between two shares of its file. */
function partOf(progress: readonly Progress[], from: number, to: number): Part {
  const inside = progress.filter(({ done }) => done >= from && done <= to)
  const first = from === 0 ? { at: 0, cpu: 0 } : (inside[0] as Progress)
  const last = inside.at(-1) as Progress
  return { milliseconds: last.at - first.at, cpu: last.cpu - first.cpu, rss: median(inside.map(({ rss }) => rss)) }
}

/** One long file: imported, imported again, and inserted by the loop. */
async function longMeasures(folder: string, rows: number): Promise<Measure[]> {
  const csv = { file: join(folder, 'long.csv'), rows }
  await writeCsv(csv.file, rows)
  const bare = await run<Bare>('bare', { csv })
  return inNewFolder(async (data) => {
    const first = await run<Import>('import', { csv, folder: data })
    assertAll(first.added, csv)
    const replay = await run<Import>('import', { csv, folder: data })
    assertAll(replay.unchanged, csv)
    return [growthMeasure(first), ...comparedMeasures({ bare, first, replay, csv }), memoryMeasure(first, rows)]
  })
}

function growthMeasure({ progress }: Import): Measure {
  const first = partOf(progress, 0, 0.1)
  const last = partOf(progress, 0.9, 1)
  const text = ({ milliseconds, cpu }: Part) =>
    `${(milliseconds / 1_000).toFixed(1)} s (${(cpu / 1_000).toFixed(1)} s CPU)`
  return required('G9 growth', {
    value: [
      { of: 'rows/s', value: once(first.milliseconds / last.milliseconds), control: null },
      { of: 'CPU', value: once(first.cpu / last.cpu), control: null },
    ],
    detail: `${text(last)} against ${text(first)}`,
  })
}

type Long = { readonly bare: Bare; readonly first: Import; readonly replay: Import; readonly csv: Csv }

function comparedMeasures({ bare, first, replay, csv }: Long): Measure[] {
  const speed = (side: Bare) => perSecond([side], csv)
  return [
    required('G9 bare', {
      value: ratioOf(speed(first), speed(bare)),
      detail: against(speed(first), speed(bare)),
    }),
    required('G9 replay, rows', { value: replay.added, detail: `${grouped(replay.unchanged)} were there` }),
    required('G9 replay', {
      value: ratioOf(speed(replay), speed(first)),
      detail: against(speed(replay), speed(first)),
    }),
  ]
}

function memoryMeasure({ progress }: Import, rows: number): Measure {
  const middle = partOf(progress, 1 / 3, 2 / 3).rss
  const last = partOf(progress, 2 / 3, 1).rss
  return extra({
    name: `memory during an import of ${grouped(rows)} rows, last third against middle third`,
    value: last / middle,
    target: { atMost: 1.1 },
    detail: `${grouped(last)} MB against ${grouped(middle)} MB`,
  })
}

/** Import of transactions from CSV, totals kept. */
export const importBench = ({ imported: { rows, longRows }, ...lane }: Lane): Promise<Outcome> =>
  inNewFolder(async (folder) => {
    const long = await longMeasures(folder, longRows)
    const speed = await speedMeasures(folder, { rows, rounds: Math.min(lane.rounds, mostRounds) })
    return { measures: [...long, ...speed] }
  })
