import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { App } from './app.ts'
import { type Config, simulatorFileIn } from './config.ts'
import type { Parts } from './context/parts.ts'
import { isDemo, openForServing } from './data-folder.ts'
import { DataFolderError } from './platform/data-folder-error.ts'
import { openLog } from './platform/log.ts'
import { type Simulator, startSimulator } from './providers/simulator/simulator.ts'
import { isInside } from './vault/key-place.ts'

export type Serving = AsyncDisposable &
  Pick<App, 'url' | 'metricsUrl' | 'store' | 'broken' | 'drain'> & { readonly simulatorUrl: string | null }

/**
 * Builds the application of a folder, which it holds alone until it is disposed of. `parts` replaces some of what it is
 * made of.
 */
export async function serveFolder(config: Config, parts: Partial<Parts> = {}): Promise<App> {
  // Loaded lazily, so that the other commands start without it.
  const { createApp } = await import('./app.ts')
  await using made = new AsyncDisposableStack()
  const { store, vault } = made.use(await openForServing(config))
  const app = made.use(await createApp(config, { store, vault, ...parts }))
  const owned = made.move()
  return { ...app, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** Serves a folder, with the provider simulator if the folder has keys for it. */
export async function startServing(config: Config): Promise<Serving> {
  await using made = new AsyncDisposableStack()
  const { log } = made.use(openLog(config.logLevel))
  const simulator = hasSimulator(config.dataDir) ? made.use(await startFolderSimulator(config.dataDir, { log })) : null
  const simulatorUrl = simulator?.url ?? config.simulatorUrl
  const hadKey = existsSync(config.keyFile)
  const { url, metricsUrl, store, broken, drain } = made.use(await serveFolder({ ...config, simulatorUrl }, { log }))
  logKeyPlace(config, { hadKey, log })
  const owned = made.move()
  return { url, metricsUrl, store, broken, drain, simulatorUrl, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function logKeyPlace({ dataDir, keyFile, keys }: Config, { hadKey, log }: { hadKey: boolean; log: Logger }): void {
  if (keys) return
  if (!hadKey)
    log.info({ keyFile }, 'created the master key that seals stored credentials: keep a copy of it apart from the data')
  if (!isDemo(dataDir) && isInside(keyFile, dataDir))
    log.warn(
      { keyFile },
      'the master key is in the data folder: a copy of that folder contains the credentials and their key',
    )
}

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
