import { configOf } from '../config.ts'
import { startServing } from '../serving.ts'
import { type DemoCredentials, issueAllDemoCredentials } from './demo-credentials.ts'
import { claimForDemo, markAsDemo } from './demo-folder.ts'
import { type DemoTokens, mintDemoTokens } from './demo-tokens.ts'
import { putDemoData } from './put-demo-data.ts'
import { rotateTo } from './rotate-to.ts'
import { writeBodies } from './samples.ts'
import { addSimulatorKeys } from './simulator-keys.ts'

type DemoFolder = { readonly dataDir: string; readonly keyFile: string }

export type Demo = { readonly tokens: DemoTokens; readonly credentials: readonly DemoCredentials[] }

/** Fills an empty folder; the first credentials are activated through the API, so that the audit log records them. */
export async function fillDemo(folder: DemoFolder, actor = 'strongroom demo'): Promise<Demo> {
  await claimForDemo(folder.dataDir)
  const { first, next } = await issueAllDemoCredentials()
  addSimulatorKeys(
    folder.dataDir,
    [...first, ...next].map(({ key }) => key),
  )
  await using serving = await startServing(configOf({ ...folder, port: 0, logLevel: 'silent' }))
  await putDemoData(serving.store)
  // Nothing of a new demo is frozen or disabled.
  const tokens = (await mintDemoTokens(serving.store, actor)) as DemoTokens
  for (const credentials of first) await rotateTo(credentials, { url: serving.url, token: tokens.platformAdmin })
  writeBodies(folder.dataDir, next)
  markAsDemo(folder.dataDir)
  return { tokens, credentials: next }
}
