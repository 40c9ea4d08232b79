import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome, Table } from './bench.ts'
import { writeCsv } from './import-rows.ts'
import type { Lane } from './lane.ts'
import { grouped } from './measure.ts'
import { profilesIn, profileTable } from './profile.ts'
import { startSide } from './rotation-bench.ts'

const mostRows = 300_000
/** Long enough for the start of the process to be a small part. */
const profiledSeconds = 12

/** Where the time of imports and rotations goes. As shares, since a profile counts waits for a core, too. */
export async function profilesBench(lane: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  return { measures: [], tables: [await importTable(folder.path, lane), await rotationTable(folder.path, lane)] }
}

function profiled(folder: string, name: string): { readonly profiles: string; readonly nodeArgs: readonly string[] } {
  const profiles = join(folder, name)
  mkdirSync(profiles)
  return { profiles, nodeArgs: ['--cpu-prof', `--cpu-prof-dir=${profiles}`] }
}

async function importTable(folder: string, { imported }: Lane): Promise<Table> {
  const rows = Math.min(imported.rows, mostRows)
  const file = join(folder, 'transactions.csv')
  await writeCsv(file, rows)
  const { profiles, nodeArgs } = profiled(folder, 'import')
  const child = join(import.meta.dirname, 'import-child.ts')
  await promisify(execFile)(process.execPath, [...nodeArgs, child, 'import', join(folder, 'data'), `${rows}`, file])
  return profileTable({
    title: 'Where the time of an import goes',
    about: `Self time of both threads, by file, while ${grouped(rows)} rows of CSV are imported, with the start of the process:`,
    profiles: profilesIn(profiles),
  })
}

async function rotationTable(folder: string, { isFull }: Lane): Promise<Table> {
  const { profiles, nodeArgs } = profiled(folder, 'rotations')
  const side = await startSide({ nodeArgs })
  await side.rotate(isFull ? profiledSeconds : 0.2)
  await side[Symbol.asyncDispose]()
  return profileTable({
    title: 'Where the time of a rotation goes',
    about: 'Self time of both threads, by file, with a provider that answers at once and 64 connections:',
    profiles: profilesIn(profiles),
  })
}
