import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keyFileIn } from '../../server/config.ts'
import { importFiles } from '../../server/import/import-files.ts'
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts'
import type { Store } from '../../server/store/store.ts'
import { createKeyFile } from '../../server/vault/key-file.ts'
import type { PostgresPrograms } from '../store/postgres/programs.ts'
import { fillDirectory, writeCsv } from './import-rows.ts'
import { interleave } from './interleave.ts'
import type { Lane } from './lane.ts'
import { grouped, type Measure, median, ratioOf, required, type Spread, spreadOf } from './measure.ts'
import { openStoreAt, startBenchCluster } from './postgres-cluster.ts'

/** As many rotations and changes as a busy desk has at once. */
const writers = 16
const importedShare = 5

/** Each flush takes two milliseconds, as on a disk of a data centre; nothing else of the disk is measured. */
const slowFlush = ['fsync=on', 'synchronous_commit=on', 'commit_delay=2000', 'commit_siblings=0']
const memoryFolder = '/dev/shm'

export async function commitMeasure({ load }: Lane, folder: string, programs: PostgresPrograms): Promise<Measure> {
  await using cluster = await startBenchCluster({ programs, parent: memoryFolder, settings: slowFlush })
  const store = await openStoreAt(await cluster.create(), join(folder, 'one'))
  try {
    await commitsIn(store, load.seconds)
    const samples: number[] = []
    for (let round = 0; round < load.rounds; round += 1) samples.push(await commitsIn(store, load.seconds))
    return required('G22 commits', { value: spreadOf(samples), detail: `${writers} writers, one server` })
  } finally {
    await store.close()
  }
}

/** Audited commits a second. */
async function commitsIn(store: Store, seconds: number): Promise<number> {
  const startedAt = performance.now()
  let commits = 0
  const write = async () => {
    while (performance.now() - startedAt < seconds * 1_000) {
      await store.recordAudit({ kind: 'data.imported', actor: 'bench', at: Date.now() })
      commits += 1
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  return (commits * 1_000) / (performance.now() - startedAt)
}

export async function importMeasure(lane: Lane, folder: string, programs: PostgresPrograms): Promise<Measure> {
  await using cluster = await startBenchCluster({
    programs,
    parent: tmpdir(),
    settings: ['fsync=on', 'synchronous_commit=on'],
  })
  const rows = lane.imported.rows / importedShare
  const file = join(folder, 'transactions.csv')
  await writeCsv(file, rows)
  let imports = 0
  const sqlite = async () => {
    imports += 1
    const dataDir = join(folder, `import-${imports}`)
    createKeyFile(keyFileIn(dataDir))
    return importInto(openSqliteStore(dataDir), { file, rows })
  }
  const postgres = async () => importInto(await openStoreAt(await cluster.create(), folder), { file, rows })
  const samples = await interleave({ sqlite, again: sqlite, postgres }, Math.min(lane.rounds, 3))
  const value: Spread = ratioOf(samples.postgres, samples.sqlite)
  const text = (speeds: readonly number[]) => `${grouped(median(speeds))} rows/s`
  return required('G22 import', {
    value,
    control: ratioOf(samples.again, samples.sqlite),
    detail: `${text(samples.postgres)} against ${text(samples.sqlite)}, ${grouped(rows)} rows`,
  })
}

/** Rows a second; the store is closed. */
async function importInto(
  store: Store,
  { file, rows }: { readonly file: string; readonly rows: number },
): Promise<number> {
  try {
    await fillDirectory(store)
    const startedAt = performance.now()
    const [result] = await importFiles(store, [file])
    if (result?.added !== rows) throw new Error(`an import took ${result?.added} of ${rows} rows`)
    return (rows * 1_000) / (performance.now() - startedAt)
  } finally {
    await store.close()
  }
}
