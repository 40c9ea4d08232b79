import { configOf } from '../config.ts'
import type { Folder } from '../data-folder.ts'
import { startServing } from '../serving.ts'
import type { Store } from '../store/store.ts'
import { type DemoCredentials, issueAllDemoCredentials } from './demo-credentials.ts'
import { claimDatabaseForDemo } from './demo-database.ts'
import { claimForDemo, markAsDemo } from './demo-folder.ts'
import { type DemoTokens, mintDemoTokens } from './demo-tokens.ts'
import { putDemoData } from './put-demo-data.ts'
import { rotateTo } from './rotate-to.ts'
import { writeBodies } from './samples.ts'
import { addSimulatorKeys } from './simulator-keys.ts'

type DemoFolder = Pick<Folder, 'dataDir' | 'keyFile' | 'database'>

export type Demo = { readonly tokens: DemoTokens; readonly credentials: readonly DemoCredentials[] }

/** Fills an empty folder or database; the first credentials are activated through the API, so that the audit log records them. */
export async function fillDemo(folder: DemoFolder, actor = 'strongroom demo'): Promise<Demo> {
  await claim(folder, actor)
  const { first, next } = await issueAllDemoCredentials()
  addSimulatorKeys(
    folder.dataDir,
    [...first, ...next].map(({ key }) => key),
  )
  await using serving = await startServing(configOf({ ...folder, port: 0, logLevel: 'silent' }))
  await putDemoData(serving.store)
  // Nothing of a new demo is frozen or disabled.
  const tokens = (await mintDemoTokens(serving.store, actor)) as DemoTokens
  for (const credentials of await missingIn(serving.store, first))
    await rotateTo(credentials, { url: serving.url, token: tokens.platformAdmin })
  writeBodies(folder.dataDir, next)
  markAsDemo(folder.dataDir)
  return { tokens, credentials: next }
}

const claim = ({ dataDir, database }: DemoFolder, actor: string): Promise<void> =>
  database ? claimDatabaseForDemo({ dataDir, database }, actor) : claimForDemo(dataDir)

/** In a database, a demo that was killed goes on where it was. */
async function missingIn(store: Store, first: readonly DemoCredentials[]): Promise<readonly DemoCredentials[]> {
  const custodians = await store.listCustodians(null)
  const done = new Set(custodians.filter(({ credentialVersion }) => credentialVersion > 0).map(({ id }) => id))
  return first.filter(({ custodianId }) => !done.has(custodianId))
}
