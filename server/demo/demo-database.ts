import { administer, contentOfDatabase, isDemo } from '../data-folder.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { type DatabasePlace, nameOfDatabase } from '../store/database-place.ts'
import { claimForDemo, isUnfinishedDemo } from './demo-folder.ts'

/** A demo whose data is in a database; its keys and samples are in the folder. */
export type DatabaseDemo = { readonly dataDir: string; readonly database: DatabasePlace }

/** The first audit record of a database with a demo. No import stores it: none has this kind of content. */
const mark = { kind: 'data.imported', details: { file: 'demo data', kind: 'demo' } } as const

/** Prepares database and folder: both must be empty, or contain the same unfinished demo. */
export async function claimDatabaseForDemo({ dataDir, database }: DatabaseDemo, actor: string): Promise<void> {
  if (await hasDemo({ dataDir, database })) return assertUnfinished({ dataDir, database })
  await assertNotServed({ dataDir, database })
  await claimForDemo(dataDir)
  const store = await administer(dataDir, database).open()
  try {
    await store.recordAudit({ ...mark, actor, at: Date.now() })
  } finally {
    await store.close()
  }
}

/** Refuses a database without the demo that the folder belongs to. */
export async function assertDemoDatabase({ dataDir, database }: DatabaseDemo): Promise<void> {
  if (await hasDemo({ dataDir, database })) return
  throw refused(`${dataDir} belongs to a demo that ${nameOfDatabase(database)} does not have`, otherFolder)
}

const otherFolder = 'Choose another folder with --data, or the database of this one with --store.'

/** Whether the database has a demo; one with anything else is refused. */
async function hasDemo({ dataDir, database }: DatabaseDemo): Promise<boolean> {
  const content = await contentOfDatabase(database)
  if (content === null) return false
  if (await isMarked({ dataDir, database })) return true
  throw refused(
    `${nameOfDatabase(database)} has something other than a demo: ${content}`,
    'Name a new database with --store, such as one made by createdb; nothing in this one was changed.',
  )
}

async function isMarked({ dataDir, database }: DatabaseDemo): Promise<boolean> {
  const administration = administer(dataDir, database)
  if (!(await administration.hasData())) return false
  await using inspection = await administration.inspect()
  for await (const { kind, details } of inspection.auditLinks({ upTo: '1' }))
    return kind === mark.kind && JSON.parse(details).kind === mark.details.kind
  return false
}

function assertUnfinished({ dataDir, database }: DatabaseDemo): void {
  if (isUnfinishedDemo(dataDir)) return
  throw isDemo(dataDir)
    ? refused(`${nameOfDatabase(database)} is not empty: it has a demo`, 'Serve it with "strongroom serve --demo".')
    : refused(
        `${nameOfDatabase(database)} has a demo whose keys are in another folder than ${dataDir}`,
        'Choose that folder with --data, or a new database with --store.',
      )
}

async function assertNotServed({ dataDir, database }: DatabaseDemo): Promise<void> {
  if (!(await administer(dataDir, database).isServed())) return
  throw refused(
    `${nameOfDatabase(database)} is served, and so is not filled with a demo`,
    'Name a new database with --store.',
  )
}

const refused = (reason: string, nextStep: string) => new DataFolderError(reason, nextStep, 'database')
