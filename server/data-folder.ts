import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from './platform/data-folder-error.ts'
import { makeFolder } from './platform/durable-files.ts'
import { assertWritable } from './platform/writable-folder.ts'
import type { Administration, Schema } from './store/administration.ts'
import type { CopiedTable, CopySource, CopyTarget } from './store/copied-tables.ts'
import type { DatabasePlace } from './store/database-place.ts'
import { administerPostgres, contentOfPostgres, preparePostgres } from './store/postgres/administration.ts'
import { administerSqlite } from './store/sqlite/administration.ts'
import { unfinishedCopy } from './store/sqlite/files.ts'
import type { Store } from './store/store.ts'
import { createKeyFile } from './vault/key-file.ts'
import { activeOf } from './vault/key-record.ts'
import { type KeyPlaces, openKeys } from './vault/open-keys.ts'
import { openVault } from './vault/open-vault.ts'
import type { Vault } from './vault/vault.ts'

/** Looks after the data of a folder, or of a database that it belongs to. The one place that chooses the storage. */
export function administer(dataDir: string, database: DatabasePlace | null = null): Administration {
  const inFolder = administerSqlite(dataDir)
  return database ? administerPostgres(dataDir, database, inFolder) : inFolder
}

/** Gives a database its schema, which takes its owner, and lets a role serve it. */
export const prepareDatabase = (database: DatabasePlace, serviceRole: string | null): Promise<Schema> =>
  preparePostgres(database, serviceRole)

/** What keeps a database from being filled like a new one; null where nothing does. */
export const contentOfDatabase = (database: DatabasePlace): Promise<string | null> => contentOfPostgres(database)

/** Where a folder says that it holds a demo, once the demo is complete with this text. */
export const demoFileIn = (dataDir: string): string => join(dataDir, 'demo.txt')
export const textOfDemo = 'The data in this folder is a demo.\n'

/** Whether `strongroom demo` has filled this folder. */
export const isDemo = (dataDir: string): boolean =>
  existsSync(demoFileIn(dataDir)) && readFileSync(demoFileIn(dataDir), 'utf8') === textOfDemo

/** What may be in a folder before its first use, besides files of its storage. */
const mayBeThere = /^(\.|keys$|simulator\.json$|demo\.txt$|lost\+found$|restoring$|replaced-)/
/** The same for a demo whose data is in a database: its sample requests. */
const mayBeInDemo = /^try$/

/** Refuses what is no folder, a folder that something else put its files into, and one that cannot be written. */
export async function assertUsable(dataDir: string, database: DatabasePlace | null = null): Promise<void> {
  const { files, hasData } = administer(dataDir, database)
  const stats = statSync(dataDir, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) throw new DataFolderError(`${dataDir} is not a folder`, 'Choose a folder with --data.')
  if (database || !(await hasData())) assertNoStrangers(dataDir, { files })
  assertWritable(dataDir, files.all)
}

function assertNoStrangers(dataDir: string, { files }: Pick<Administration, 'files'>): void {
  if (existsSync(join(dataDir, unfinishedCopy))) throw copyUnfinished(dataDir)
  const isKnown = (name: string) =>
    mayBeThere.test(name) || files.isOwn(name) || (mayBeInDemo.test(name) && existsSync(demoFileIn(dataDir)))
  const strange = readdirSync(dataDir).find((name) => !isKnown(name))
  if (strange === undefined) return
  throw new DataFolderError(
    `${dataDir} has other files, such as ${strange}, and no ${files.main}`,
    'Choose an empty folder with --data; nothing in this one was changed.',
  )
}

const copyUnfinished = (dataDir: string) =>
  new DataFolderError(
    `${dataDir} has a copy that was not finished (${unfinishedCopy})`,
    'Run "strongroom store copy" again, or remove what is in the folder.',
  )

/** Where data is. */
export type StorePlace = { readonly dataDir: string } | { readonly database: DatabasePlace }

/** Both ends of a copy, held alone until this is disposed of, and the tables to copy in their order. */
export type Copying = AsyncDisposable & {
  readonly source: CopySource
  readonly target: CopyTarget
  readonly tables: readonly CopiedTable[]
}

/** Opens what is to be copied, and an empty place of the other storage. */
export async function openCopy(from: StorePlace, to: StorePlace): Promise<Copying> {
  await using made = new AsyncDisposableStack()
  const ends = await openEnds(from, to, made)
  const owned = made.move()
  return { ...ends, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function openEnds(from: StorePlace, to: StorePlace, made: AsyncDisposableStack) {
  if ('database' in from && 'dataDir' in to) {
    const [{ openPostgresSource }, { openSqliteTarget }] = await Promise.all([
      import('./store/postgres/copy/source.ts'),
      import('./store/sqlite/copy/target.ts'),
    ])
    await assertEmpty(to.dataDir)
    const { source, tables } = await openPostgresSource(from.database)
    made.use(source)
    return { source, tables, target: made.use(openSqliteTarget(to.dataDir, tables)) }
  }
  if (!('dataDir' in from && 'database' in to)) throw new Error('a copy changes the storage')
  const [{ openSqliteSource }, { openPostgresTarget }] = await Promise.all([
    import('./store/sqlite/copy/source.ts'),
    import('./store/postgres/copy/target.ts'),
  ])
  await administerSqlite(from.dataDir).assertData()
  await preparePostgres(to.database, null)
  const { target, tables } = await openPostgresTarget(to.database)
  made.use(target)
  return { target, tables, source: made.use(openSqliteSource(from.dataDir, tables)) }
}

/** An unfinished copy may have left its anchor. */
async function assertEmpty(dataDir: string): Promise<void> {
  const { hasData, hasTraces } = administerSqlite(dataDir)
  const isUnfinished = existsSync(join(dataDir, unfinishedCopy)) && !(await hasData())
  if (!isUnfinished && (await hasTraces()))
    throw new DataFolderError(`${dataDir} already contains data`, 'Name an empty folder, or one that is not there.')
  if (!isUnfinished) await assertUsable(dataDir)
}

export type Folder = KeyPlaces & { readonly dataDir: string; readonly database?: DatabasePlace | null }

/** Opens the store of a folder; a new folder gets its store and its key. */
export async function openDataFolder(folder: Folder): Promise<Store> {
  await assertUsable(folder.dataDir, folder.database)
  return openStore(folder)
}

async function openStore({ dataDir, keyFile, keys, database }: Folder): Promise<Store> {
  const administration = administer(dataDir, database)
  if (database) {
    makeFolder(dataDir)
    return administration.open()
  }
  // The key first: in the other order, a kill in between would leave a folder that cannot be opened.
  if (!keys && !(await administration.hasTraces()) && !existsSync(keyFile)) createKeyFile(keyFile)
  return administration.open()
}

/** What a server needs of a folder, which it holds alone until this is disposed of. */
export type ServedFolder = AsyncDisposable & { readonly store: Store; readonly vault: Vault }

export async function openForServing(folder: Folder): Promise<ServedFolder> {
  await using made = new AsyncDisposableStack()
  await assertUsable(folder.dataDir, folder.database)
  made.use(await administer(folder.dataDir, folder.database).lock())
  const store = made.adopt(await openStore(folder), (opened) => opened.close())
  if (folder.database) await assertSharedKey(store, folder)
  const vault = await openVault(store, folder.keyFile, folder.keys)
  const owned = made.move()
  return { store, vault, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The servers of a database share its key: another one would make it active, and take it from those that have it. */
export async function assertSharedKey(store: Store, { keyFile, keys = null }: Folder): Promise<void> {
  const active = activeOf(await store.listKeys())
  if (!active) return
  const held = keys || existsSync(keyFile) ? await openKeys({ keyFile, keys }) : null
  if (held?.find(active.keyId)) return
  throw new DataFolderError(
    `its active key ${active.keyId} is not in ${held?.name ?? keyFile}`,
    `Copy the key file of a server that uses this database to ${keyFile}, or name where the key is held with --key.`,
    'database',
  )
}
