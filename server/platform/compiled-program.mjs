import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// An import of it would load its streams, which takes longer than all that is done here.
const require = createRequire(import.meta.url)
const { existsSync, readdirSync, readFileSync, statSync } = require('node:fs')

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** Where compiled programs lie, each in a folder named after a hash of its sources. */
export const programsIn = (root = checkout) => join(root, 'node_modules', '.cache', 'strongroom-program')

/** Names the current program, with size, time and hash of each of its sources. */
export const recordIn = (root = checkout) => join(programsIn(root), 'current.json')

/** Of a file's content, or of the names in a folder. */
export function hashOf(path) {
  // Loaded where it is needed: most starts compare only sizes and times.
  const { createHash } = require('node:crypto')
  const content = statSync(path).isDirectory() ? readdirSync(path).sort().join('\n') : readFileSync(path)
  return createHash('sha256').update(content).digest('hex')
}

function isUnchanged(path, { size, changed, hash }) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.size !== size) return false
  // A copied or moved checkout has other times.
  return stat.ctimeMs === changed || hashOf(path) === hash
}

/** What was compiled last; null where nothing was. */
export function programRecord(root = checkout) {
  try {
    return JSON.parse(readFileSync(recordIn(root), 'utf8'))
  } catch {
    return null
  }
}

/** Folder of the program compiled from exactly the present sources and packages; null where it is yet to be compiled. */
export function currentProgram(root = checkout) {
  const record = programRecord(root)
  if (!record) return null
  const folder = join(programsIn(root), record.program)
  const isCurrent =
    existsSync(folder) && record.sources.every(([file, source]) => isUnchanged(`${root}/${file}`, source))
  return isCurrent ? folder : null
}
