import { type Config, configOf } from '../config.ts'
import { isDemo } from '../data-folder.ts'
import { assertDemoDatabase } from '../demo/demo-database.ts'
import { demoHolders, mintDemoTokens } from '../demo/demo-tokens.ts'
import { fillDemo } from '../demo/fill-demo.ts'
import { linesToPaste } from '../demo/lines-to-paste.ts'
import { samplesIn, writeSamples } from '../demo/samples.ts'
import { type Serving, startServing } from '../serving.ts'
import { nameOfDatabase } from '../store/database-place.ts'
import { actorOf } from './actor.ts'
import { note } from './output.ts'

type DemoConfig = Partial<Config> & Pick<Config, 'dataDir' | 'keyFile'>

/** On the default port, or on any free one if that is in use and no port was given. */
async function serveSomewhere(config: DemoConfig): Promise<Serving> {
  try {
    return await startServing(configOf(config))
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE' || config.port !== undefined) throw error
    return startServing(configOf({ ...config, port: 0 }))
  }
}

/** Serves a demo, created on the first start, and returns the text to print about it. */
export async function startDemo(config: DemoConfig): Promise<{ readonly serving: Serving; readonly text: string }> {
  const { dataDir, database } = config
  if (!isDemo(dataDir)) {
    note(`Creating a demo in ${database ? nameOfDatabase(database) : dataDir} ...`)
    await fillDemo(config, actorOf('serve --demo'))
  } else if (database) await assertDemoDatabase({ dataDir, database })
  const serving = await serveSomewhere(config)
  const tokens = await mintDemoTokens(serving.store, actorOf('serve --demo'))
  const samples = await writeSamples(dataDir, { store: serving.store, tokens })
  const lines = linesToPaste(serving.url, samples).flatMap(([what, line]) => ['', `${what}:`, line])
  const missing = Object.keys(demoHolders).length - Object.keys(tokens).length
  if (missing > 0)
    note(
      `${missing} demo tokens were not renewed: their tenant is disabled, or changes are frozen. The earlier ones stay.`,
    )
  const more = `Tokens of this start, valid for 24 hours, and more keys to rotate to are in ${samplesIn(dataDir)}.`
  return { serving, text: ['Paste into another terminal:', ...lines, '', more].join('\n') }
}
