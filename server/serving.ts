import type { App } from './app.ts'
import type { Config } from './config.ts'
import { hasSimulator, startFolderSimulator } from './folder-simulator.ts'
import { createLog } from './log.ts'

export type Serving = AsyncDisposable & Pick<App, 'url' | 'store' | 'broken'> & { readonly simulatorUrl: string | null }

/** Serves a folder; one that has keys for the provider simulator gets the simulator too. */
export async function startServing(config: Config): Promise<Serving> {
  // Loaded here, so that the other commands start without it.
  const { createApp } = await import('./app.ts')
  await using made = new AsyncDisposableStack()
  const log = createLog(config.logLevel)
  const simulator = hasSimulator(config.dataDir) ? made.use(await startFolderSimulator(config.dataDir, { log })) : null
  const simulatorUrl = simulator?.url ?? config.simulatorUrl
  const { url, store, broken } = made.use(await createApp({ ...config, simulatorUrl }, { log }))
  const owned = made.move()
  return { url, store, broken, simulatorUrl, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
