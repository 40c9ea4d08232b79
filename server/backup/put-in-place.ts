import { existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sync } from '../platform/durable-files.ts'

const database = ['strongroom.db', 'strongroom.db-wal', 'strongroom.db-shm']
const anchor = 'audit.anchor'

/** The files of a folder that make up its data. */
export const dataIn = (dataDir: string): readonly string[] =>
  [...database, anchor].filter((name) => existsSync(join(dataDir, name)))

/**
 * Puts staged data in the place of a folder's own, which goes aside; answers where to, or null when there was none.
 * The new anchor comes first and the new database last: a kill between leaves a folder that refuses to start,
 * with nothing lost and the restore to be run again.
 */
export function putInPlace(staging: string, dataDir: string): string | null {
  if (existsSync(join(staging, 'strongroom.db-wal'))) throw new Error('the staged database is not whole in its file')
  const old = dataIn(dataDir)
  const aside = old.length > 0 ? makeAside(dataDir) : null
  if (aside && old.includes(anchor)) linkSync(join(dataDir, anchor), join(aside, anchor))
  move(anchor, staging, dataDir)
  if (aside) for (const name of database) if (old.includes(name)) move(name, dataDir, aside)
  sync(dataDir)
  move('strongroom.db', staging, dataDir)
  sync(dataDir)
  return aside
}

function makeAside(dataDir: string): string {
  const time = new Date().toISOString().replaceAll(':', '-')
  const aside = join(dataDir, `replaced-${time}`)
  mkdirSync(aside, { mode: 0o700 })
  return aside
}

const move = (name: string, from: string, to: string) => renameSync(join(from, name), join(to, name))
