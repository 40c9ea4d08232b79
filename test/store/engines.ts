import type { Engine, StoredFolder } from './engine.ts'
import { postgres } from './engines/postgres.ts'
import { sqlite } from './engines/sqlite.ts'
import { noPostgres } from './postgres/programs.ts'

/** Every engine that runs here runs the contract suite. */
export const engines: readonly Engine[] = [sqlite, ...(noPostgres ? [] : [postgres])]

/** What is stored for a data folder by the engine that the other tests run on. */
export const dataOf = (dataDir: string): StoredFolder => sqlite.dataOf(dataDir)
