import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { administer, demoFileIn, textOfDemo } from '../data-folder.ts'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { writePrivateFile } from './private-file.ts'

const unfinished = 'A demo is being created here. If this line stays, the contents of this folder can be deleted.\n'

export const markAsDemo = (dataDir: string): void => writePrivateFile(demoFileIn(dataDir), textOfDemo)

/** Whether a demo was begun in the folder, and not completed. */
export const isUnfinishedDemo = (dataDir: string): boolean => textOfFile(demoFileIn(dataDir)) === unfinished

/** Prepares the folder: it must be empty, or contain an unfinished demo. */
export async function claimForDemo(dataDir: string): Promise<void> {
  const { files, lock } = administer(dataDir)
  const isUnfinished = isUnfinishedDemo(dataDir)
  const found = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !files.isLock(name)) : []
  if (found.length > 0 && !isUnfinished)
    throw new DataFolderError(
      `${dataDir} is not empty`,
      'Choose an empty or a new folder with --data; nothing in this one was changed.',
    )
  await using _lock = await lock()
  for (const name of found) rmSync(join(dataDir, name), { recursive: true })
  writePrivateFile(demoFileIn(dataDir), unfinished)
}

const textOfFile = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)
