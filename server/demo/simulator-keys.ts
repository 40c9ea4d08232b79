import { existsSync, readFileSync } from 'node:fs'
import { simulatorFileIn } from '../config.ts'
import type { SimulatorKey, SimulatorState } from '../providers/simulator/state.ts'
import { writePrivateFile } from './private-file.ts'

/** Adds these keys to the folder's simulator. */
export function addSimulatorKeys(dataDir: string, added: readonly SimulatorKey[]): void {
  const file = simulatorFileIn(dataDir)
  const { keys } = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SimulatorState) : { keys: [] }
  writePrivateFile(file, `${JSON.stringify({ keys: [...keys, ...added] }, null, 2)}\n`)
}
