import { existsSync, linkSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { sync } from '../../platform/durable-files.ts'
import { anchorIn, anchorName, databaseIn, databaseNames, dataIn, mainFile } from './files.ts'

/**
 * Puts staged data in the place of a folder's own, which goes aside; answers where to, or null when there was none.
 * The new anchor comes first and the new database last: a kill between leaves a folder that refuses to start,
 * with nothing lost and the restore to be run again.
 */
export function putInPlace(staging: string, dataDir: string): string | null {
  if (existsSync(`${databaseIn(staging)}-wal`)) throw new Error('the staged database is not whole in its file')
  const old = dataIn(dataDir)
  const aside = old.length > 0 ? makeAside(dataDir) : null
  if (aside && old.includes(anchorName)) linkSync(anchorIn(dataDir), anchorIn(aside))
  move(anchorName, staging, dataDir)
  if (aside) for (const name of databaseNames) if (old.includes(name)) move(name, dataDir, aside)
  sync(dataDir)
  move(mainFile, staging, dataDir)
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
