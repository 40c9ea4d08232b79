import { existsSync } from 'node:fs'
import { administer, type Folder, isDemo } from '../data-folder.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { Administration } from '../store/administration.ts'
import type { Inspection } from '../store/inspection.ts'
import type { KeyRecord } from '../vault/key-record.ts'
import type { KeySet } from '../vault/key-set.ts'
import { checkAudit, checkEngine, checkOpenWork, checkReferences, checkStructure } from './database.ts'
import { checkDisk, checkFolder, checkNode, checkServing, checkWriting } from './environment.ts'
import { type Finding, failing } from './finding.ts'
import { checkKeys, checkStoredCredentials } from './keys.ts'
import { checkTokens } from './tokens.ts'
import { checkTotals } from './totals.ts'

/** Looks at everything that must hold of a data folder, changes nothing, and tells each finding as soon as it is known. */
export async function* examineFolder(folder: Folder): AsyncGenerator<Finding> {
  const { dataDir, database } = folder
  yield checkNode()
  if (!existsSync(dataDir))
    return yield failing('folder', `the folder ${dataDir} does not exist`, 'Choose a folder with --data.')
  const administration = administer(dataDir, database)
  const { files } = administration
  yield checkFolder(dataDir, files)
  yield checkDisk(dataDir, database ? 0 : await administration.size())
  yield checkWriting(dataDir, files)
  yield checkServing(await administration.isServed())
  const opened = await openFolder(administration)
  const needed = await needsKey(opened)
  const recorded = await recordedKeys(opened)
  const { finding, keys } = await checkKeys({ ...folder, recorded, isDemo: isDemo(dataDir), needsKey: needed })
  yield finding
  if ('status' in opened) return yield opened
  await using inspection = opened
  yield checkEngine(inspection)
  for (const [name, check] of checks)
    yield* await unlessDamaged(name, () => check(inspection, { keys, administration }))
}

type Around = { readonly keys: KeySet | null; readonly administration: Administration }
type Check = (inspection: Inspection, around: Around) => Promise<Finding | readonly Finding[]>

const checks: readonly (readonly [name: string, check: Check])[] = [
  ['integrity', checkStructure],
  ['references', checkReferences],
  ['audit', checkAudit],
  ['tokens', checkTokens],
  ['credentials', (inspection, { keys }) => checkStoredCredentials(inspection, keys)],
  ['totals', checkTotals],
  ['open', async (inspection, { administration }) => checkOpenWork(inspection, await administration.isServed())],
]

const toFinding = (name: string, error: unknown): Finding => {
  if (error instanceof DataFolderError) return failing(name, error.message, error.nextStep)
  if (!(error instanceof Error)) throw error
  return failing(
    name,
    `the database cannot be used (${error.message})`,
    'Check the permissions and the disk of the folder.',
  )
}

async function openFolder(administration: Administration): Promise<Inspection | Finding> {
  try {
    return await administration.inspect()
  } catch (error) {
    return toFinding('database', error)
  }
}

/** Whether credentials are stored that need a key, as far as is known. */
async function needsKey(opened: Inspection | Finding): Promise<boolean> {
  try {
    return 'status' in opened || (await opened.credentialsByKey()).size > 0
  } catch {
    return true
  }
}

async function recordedKeys(opened: Inspection | Finding): Promise<readonly KeyRecord[]> {
  try {
    return 'status' in opened ? [] : await opened.keys()
  } catch {
    return []
  }
}

/** Damage ends the check that needed what is damaged, not the others. */
async function unlessDamaged(name: string, check: () => Promise<Finding | readonly Finding[]>): Promise<Finding[]> {
  try {
    return [await check()].flat()
  } catch (error) {
    return [toFinding(name, error)]
  }
}
