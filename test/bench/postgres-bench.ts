import { temporaryFolder } from '../harness/temporary-folder.ts'
import { noPostgres, type PostgresPrograms, postgresPrograms } from '../store/postgres/programs.ts'
import type { Outcome } from './bench.ts'
import { noCpuGroups } from './cpu-group.ts'
import type { Lane } from './lane.ts'
import type { Measure } from './measure.ts'
import { latencyMeasures } from './postgres-latencies.ts'
import { rateMeasures } from './postgres-rates.ts'
import { openScene } from './postgres-scene.ts'
import { commitMeasure, importMeasure } from './postgres-writes.ts'

/** One and two servers on PostgreSQL against one on SQLite; audited commits; imports. */
export async function postgresBench(lane: Lane): Promise<Outcome> {
  if (!postgresPrograms) return { measures: [], notMeasured: { 'G21 reads': `${noPostgres}` } }
  await using folder = await temporaryFolder()
  const measures = [
    ...(await readMeasures(lane, folder.path, postgresPrograms)),
    await commitMeasure(lane, folder.path, postgresPrograms),
    await importMeasure(lane, folder.path, postgresPrograms),
  ]
  return { measures, notMeasured: noCpuGroups ? { 'G21 two servers': noCpuGroups } : {} }
}

async function readMeasures({ load }: Lane, folder: string, programs: PostgresPrograms): Promise<Measure[]> {
  await using scene = await openScene({ lane: load, folder, programs })
  return [...(await rateMeasures(scene)), ...(await latencyMeasures(scene))]
}
