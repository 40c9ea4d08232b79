import type { Engine, StoredFolder } from './engine.ts'
import { postgres } from './engines/postgres.ts'
import { sqlite } from './engines/sqlite.ts'
import { noPostgres } from './postgres/programs.ts'

/** Every engine that runs here runs the contract suite. */
export const engines: readonly Engine[] = [sqlite, ...(noPostgres ? [] : [postgres])]

const wanted = process.env.STRONGROOM_ENGINE || 'sqlite'

/** The engine under the servers of the API suites, by the name in STRONGROOM_ENGINE. */
export const engineOfServers: Engine =
  engines.find(({ name }) => name === wanted) ?? fail(`STRONGROOM_ENGINE is "${wanted}", which does not run here`)

function fail(message: string): never {
  throw new Error(message)
}

/** What is stored for a data folder by the engine that the other tests run on. */
export const dataOf = (dataDir: string): StoredFolder => sqlite.dataOf(dataDir)
