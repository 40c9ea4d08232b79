import { existsSync } from 'node:fs'
import { isDemo } from '../demo/demo-folder.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import type { Inspection } from '../store/inspection.ts'
import { inspectFolder } from '../store/sqlite/inspect/inspect-folder.ts'
import { isServed } from '../store/sqlite/serving-lock.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { checkAudit, checkOpenWork, checkReferences, checkSqlite, checkStructure } from './database.ts'
import { type Finding, failing } from './finding.ts'
import { checkKeyFile, checkStoredCredentials } from './keys.ts'
import { checkDisk, checkFolder, checkNode, checkServing, checkWriting } from './surroundings.ts'
import { checkTokens } from './tokens.ts'
import { checkTotals } from './totals.ts'

type Folder = { readonly dataDir: string; readonly keyFile: string }

/** Looks at everything that must hold of a data folder, changes nothing, and tells each finding as soon as it is known. */
export function* examineFolder({ dataDir, keyFile }: Folder): Generator<Finding> {
  yield checkNode()
  if (!existsSync(dataDir)) return yield failing('folder', `there is no folder ${dataDir}`, 'Name it with --data.')
  yield checkFolder(dataDir)
  yield checkDisk(dataDir)
  yield checkWriting(dataDir)
  yield checkServing(dataDir)
  const opened = openFolder(dataDir)
  const { finding, ring } = checkKeyFile({ dataDir, keyFile, isDemo: isDemo(dataDir), needsKey: needsKey(opened) })
  yield finding
  if ('status' in opened) return yield opened
  using inspection = opened
  yield checkSqlite(inspection)
  for (const [name, check] of checks) yield* unlessDamaged(name, () => check(inspection, { ring, dataDir }))
}

type Around = { readonly ring: KeyRing | null; readonly dataDir: string }
type Check = (inspection: Inspection, around: Around) => Finding | readonly Finding[]

const checks: readonly (readonly [name: string, check: Check])[] = [
  ['integrity', checkStructure],
  ['references', checkReferences],
  ['audit', checkAudit],
  ['tokens', checkTokens],
  ['pairs', (inspection, { ring }) => checkStoredCredentials(inspection, ring)],
  ['totals', checkTotals],
  ['open', (inspection, { dataDir }) => checkOpenWork(inspection, isServed(dataDir))],
]

const toFinding = (name: string, error: unknown): Finding => {
  if (error instanceof DataFolderError) return failing(name, error.message, error.nextStep)
  if (!(error instanceof Error)) throw error
  return failing(name, `SQLite cannot use it (${error.message})`, 'Check who may use the folder, and its disk.')
}

function openFolder(dataDir: string): Inspection | Finding {
  try {
    return inspectFolder(dataDir)
  } catch (error) {
    return toFinding('database', error)
  }
}

/** Whether credentials are stored that a key opens, as far as can be told. */
function needsKey(opened: Inspection | Finding): boolean {
  try {
    return 'status' in opened || opened.credentialsByKey().size > 0
  } catch {
    return true
  }
}

/** A damaged page ends the check that needed it, not the others. */
function* unlessDamaged(name: string, check: () => Finding | readonly Finding[]): Generator<Finding> {
  try {
    yield* [check()].flat()
  } catch (error) {
    yield toFinding(name, error)
  }
}
