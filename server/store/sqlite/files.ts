import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredFiles } from '../administration.ts'

export const mainFile = 'strongroom.db'
export const anchorName = 'audit.anchor'
export const lockName = 'serving.lock'
/** Held while keys are rotated. */
export const keysLockName = 'keys.lock'
const lockNames = [lockName, keysLockName]

/** The folder in which a copy is made of another store, next to where it goes. */
export const unfinishedCopy = 'copying'

/** The database, with what SQLite keeps next to it while it is open. */
export const databaseNames = [mainFile, `${mainFile}-wal`, `${mainFile}-shm`]

export const databaseIn = (folder: string): string => join(folder, mainFile)
export const anchorIn = (folder: string): string => join(folder, anchorName)

/** The files of a folder that make up its data. */
export const dataIn = (folder: string): readonly string[] =>
  [...databaseNames, anchorName].filter((name) => existsSync(join(folder, name)))

export const files: StoredFiles = {
  main: mainFile,
  all: [...databaseNames, anchorName, ...lockNames],
  copy: [anchorName, mainFile],
  isOwn: (name) => [mainFile, anchorName, ...lockNames].some((own) => name.startsWith(own)),
  isLock: (name) => lockNames.some((lock) => name.startsWith(lock)),
  isOfCopy: (name) => /^(audit\.anchor(\.\d+)?|strongroom\.db(-\w+)?)$/.test(name),
}
