import { join } from 'node:path'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import type { Outcome } from './bench.ts'
import { at, saveAnswer, startFilled, subjectOf } from './cached-reads-bench.ts'
import { startBareServer, startChildServer } from './child-server.ts'
import { walletsPath } from './fill.ts'
import type { Lane } from './lane.ts'
import { chooseGenerator } from './load.ts'
import { required } from './measure.ts'
import { compareLoads, loadInTurn } from './server-load.ts'

/** A cached read while another process writes to the same folder: each turn of the event loop meets another snapshot. */
export async function writesBench({ load }: Lane): Promise<Outcome> {
  await using folder = await temporaryFolder()
  const dataDir = join(folder.path, 'data')
  await using filled = await startFilled(dataDir)
  const ours = subjectOf(filled, walletsPath)
  const bytes = join(folder.path, 'wallets')
  await saveAnswer(ours, bytes)
  await using bare = await startBareServer(bytes)
  await using bareAgain = await startBareServer(bytes)
  await using _writer = await startChildServer([join(import.meta.dirname, 'writes-child.ts'), dataDir])
  const subjects = { bare: at(bare, ours), wallets: ours, bareAgain: at(bareAgain, ours) }
  const samples = await loadInTurn(subjects, { ...load, generator: chooseGenerator(load) })
  const control = [samples.bareAgain, samples.bare] as const
  return { measures: [required('G2', compareLoads({ ours: samples.wallets, theirs: samples.bare, control }))] }
}
