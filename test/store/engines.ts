import type { Engine, StoredData } from './engine.ts'
import { sqlite } from './engines/sqlite.ts'

/** Every engine runs the contract suite. */
export const engines: readonly Engine[] = [sqlite]

/** What is stored for a data folder by the engine that the other tests run on. */
export const dataOf = (dataDir: string): StoredData => sqlite.dataOf(dataDir)
