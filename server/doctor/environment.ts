import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DataFolderError } from '../platform/data-folder-error.ts'
import { assertWritable } from '../platform/writable-folder.ts'
import type { StoredFiles } from '../store/administration.ts'
import { type Finding, failing, passing, warn } from './finding.ts'

const neededNode = 24

export function checkNode(): Finding {
  const { node } = process.versions
  return Number.parseInt(node, 10) >= neededNode
    ? passing('node', `Node ${node}`)
    : failing('node', `Node ${node} is too old`, `Install Node ${neededNode} or newer.`)
}

/** Only the owner may use the folder, and everything in it is the owner's. */
export function checkFolder(dataDir: string, files: StoredFiles): Finding {
  const { mode, uid } = statSync(dataDir)
  const spelled = (mode & 0o777).toString(8).padStart(4, '0')
  if (mode & 0o022)
    return failing('folder', `other users can write to ${dataDir} (${spelled})`, `Run: chmod 0700 ${dataDir}`)
  const foreign = files.all.find((name) => ownerOf(join(dataDir, name)) !== uid && existsSync(join(dataDir, name)))
  if (foreign)
    return failing(
      'folder',
      `${foreign} does not belong to the owner of its folder, so the server may be unable to use it`,
      `Change its owner to user ${uid} with chown, and run the commands as that user.`,
    )
  if (mode & 0o055) return warn('folder', `other users can read ${dataDir} (${spelled})`, `Run: chmod 0700 ${dataDir}`)
  return passing('folder', `only its owner can use ${dataDir} (${spelled})`)
}

const ownerOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.uid

const gibibyte = 2 ** 30
const leastFree = gibibyte / 10

/** Warns while a second copy of the data in the folder, which takes `size` bytes, would not fit; the write-ahead log and backups need room. */
export function checkDisk(dataDir: string, size: number): Finding {
  const { bavail, bsize } = statfsSync(dataDir)
  const free = bavail * bsize
  const text = `${(free / gibibyte).toFixed(1)} GiB free`
  if (free < leastFree)
    return failing('disk', text, 'Free some space now: requests that cannot be stored are rejected.')
  if (free < Math.max(gibibyte, 2 * size)) return warn('disk', text, 'Free some space, or move the data folder.')
  return passing('disk', text)
}

/** Leaves nothing behind. */
export function checkWriting(dataDir: string, files: StoredFiles): Finding {
  try {
    assertWritable(dataDir, files.all)
    return passing('writing', 'a test file was written durably, and removed')
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
    return failing('writing', error.message, error.nextStep)
  }
}

export const checkServing = (isServed: boolean): Finding =>
  passing('serving', isServed ? 'a server is using the data' : 'no server is using the data')
