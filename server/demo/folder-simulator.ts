import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { z } from 'zod'
import { simulatorFileIn } from '../config.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { type Simulator, startSimulator } from '../providers/simulator/simulator.ts'

export const hasSimulator = (dataDir: string): boolean => existsSync(simulatorFileIn(dataDir))

/** Starts the provider simulator with the keys of the folder's `simulator.json`. */
export async function startFolderSimulator(
  dataDir: string,
  { log, port = 0 }: { readonly log: Logger; readonly port?: number },
): Promise<Simulator> {
  const state = simulatorFileIn(dataDir)
  try {
    return await startSimulator({ state, port, warn: (message) => log.warn(message) })
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error
    throw new DataFolderError(
      `its simulator.json is not a list of simulator keys (${state})`,
      'Fix the file, or remove it to serve without the provider simulator.',
    )
  }
}
