import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const local = /^(?:import (?!type )[^']*|\} )from '(\.[^']+\.ts)'$/gm

/** Test files, by their paths in the project, of which the text holds for themselves or for a file of `test/` they import. */
export function testFilesWhere(holds: (text: string, file: string) => boolean): readonly string[] {
  const known = new Map<string, boolean>()
  const reaches = (file: string): boolean => {
    const before = known.get(file)
    if (before !== undefined) return before
    known.set(file, false)
    const text = readFileSync(join(root, file), 'utf8')
    const imported = [...text.matchAll(local)].map(([, name = '']) => join(dirname(file), name))
    const found = holds(text, file) || imported.some((name) => name.startsWith('test/') && reaches(name))
    known.set(file, found)
    return found
  }
  return globSync('test/**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] }).filter(reaches)
}
