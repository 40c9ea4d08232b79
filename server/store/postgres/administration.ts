import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import type { Administration, Schema, StoredFiles } from '../administration.ts'
import { anchorState } from '../anchor-file.ts'
import { type DatabasePlace, nameOfDatabase } from '../database-place.ts'
import type { SqlQuery } from './connection.ts'
import { explained } from './explained.ts'
import { databaseTime } from './lease.ts'

const anchorName = 'audit.anchor'
const lockNames = ['serving.lock', 'keys.lock']

/** What a server keeps in its folder while its data is in a database. */
const files: StoredFiles = {
  main: anchorName,
  all: [anchorName],
  copy: [],
  isOwn: (name) => [anchorName, ...lockNames].some((own) => name.startsWith(own)),
  isLock: (name) => lockNames.includes(name),
  isOfCopy: () => false,
}

/**
 * Looks after a database that any number of servers share. The folder has what belongs to one of them: the last record of
 * the audit that it acknowledged. `alone` locks the folder.
 */
export function administerPostgres(
  dataDir: string,
  place: DatabasePlace,
  alone: Pick<Administration, 'lock' | 'lockKeys'>,
): Administration {
  const anchorFile = join(dataDir, anchorName)
  const ask = async <Value>(sql: string): Promise<Value> =>
    explained(place, () => onPool(place, async (query) => (await query<{ value: Value }>(sql))[0]?.value as Value))
  const hasData = () => ask<boolean>("SELECT to_regclass('schema_steps') IS NOT NULL AS value")
  const assertData = async () => {
    if (!(await hasData())) throw withoutData(place)
  }
  return {
    ...alone,
    files,
    at: (folder) => administerPostgres(folder, place, alone),
    hasData,
    hasTraces: async () => existsSync(anchorFile) || hasData(),
    assertData,
    size: async () => Number(await ask<bigint>('SELECT pg_database_size(current_database()) AS value')),
    open: () =>
      explained(place, async () => {
        // Loaded lazily: most servers have their data in a folder.
        const { openPostgresStore } = await import('./postgres-store.ts')
        return openPostgresStore({ place, anchorFile })
      }),
    isServed: async () =>
      (await hasData()) &&
      ask<boolean>(`SELECT EXISTS (SELECT FROM servers WHERE alive_until >= ${databaseTime}) AS value`),
    inspect: () =>
      explained(place, async () => {
        await assertData()
        const { inspectDatabase } = await import('./inspect/inspect-database.ts')
        return inspectDatabase(place, anchorFile)
      }),
    tokenRegister: () => Promise.reject(noFiles()),
    restrictions: () => Promise.reject(noFiles()),
    anchor: async () => anchorState(anchorFile),
    copyTo: () => Promise.reject(noFiles()),
    replaceWith: () => Promise.reject(noFiles()),
  }
}

async function onPool<Output>(place: DatabasePlace, work: (query: SqlQuery) => Promise<Output>): Promise<Output> {
  const { openPool } = await import('./connection.ts')
  const database = openPool(place, { mostConnections: 1 })
  try {
    return await work(database.read)
  } finally {
    await database.close()
  }
}

/** What keeps the database from being filled like a new one; null where nothing does. */
export const contentOfPostgres = (place: DatabasePlace): Promise<string | null> =>
  explained(place, async () => {
    const { contentOf } = await import('./contents.ts')
    return onPool(place, contentOf)
  })

/** Brings the schema up to date, and lets a role serve it. */
export const preparePostgres = (place: DatabasePlace, serviceRole: string | null): Promise<Schema> =>
  explained(place, async () => {
    const [{ openPool }, { bringSchemaUpToDate }, { grantService }] = await Promise.all([
      import('./connection.ts'),
      import('./migrate.ts'),
      import('./service-role.ts'),
    ])
    const database = openPool(place, { mostConnections: 1, needsPrimary: true })
    try {
      const schema = await bringSchemaUpToDate(database)
      if (serviceRole !== null) await grantService(database, serviceRole)
      return schema
    } finally {
      await database.close()
    }
  })

const ofDatabase = (reason: string, nextStep: string) => new DataFolderError(reason, nextStep, 'database')

const withoutData = (place: DatabasePlace) =>
  ofDatabase(
    `there is nothing of Strongroom in ${nameOfDatabase(place)}`,
    'Correct the URL, or run "strongroom store migrate" first.',
  )

const noFiles = () =>
  ofDatabase('it is no file that could be copied', 'Use pg_dump and pg_restore; see docs/production.md.')
