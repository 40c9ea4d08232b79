import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import type { Parts } from './core/parts.ts'
import { openForServing } from './data-folder.ts'
import { isDemo } from './demo/demo-folder.ts'
import { hasSimulator, startFolderSimulator } from './demo/folder-simulator.ts'
import { openLog } from './platform/log.ts'
import { isInside } from './vault/key-place.ts'

export type Serving = AsyncDisposable & Pick<App, 'url' | 'store' | 'broken'> & { readonly simulatorUrl: string | null }

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
  const { url, store, broken } = made.use(await serveFolder({ ...config, simulatorUrl }, { log }))
  tellOfKey(config, { hadKey, log })
  const owned = made.move()
  return { url, store, broken, simulatorUrl, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

function tellOfKey({ dataDir, keyFile }: Config, { hadKey, log }: { hadKey: boolean; log: Logger }): void {
  if (!hadKey)
    log.info({ keyFile }, 'created the master key that seals stored credentials: keep a copy of it apart from the data')
  if (!isDemo(dataDir) && isInside(keyFile, dataDir))
    log.warn(
      { keyFile },
      'the master key is in the data folder: a copy of that folder contains the credentials and their key',
    )
}
