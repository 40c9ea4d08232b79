import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const browser = join(root, 'test/http/browser.ts')
const imported = /^(?:import (?!type )[^']*|\} )from '(\.[^']+\.ts)'$/gm
const seen = new Map<string, boolean>([[browser, true]])

/** Whether a file imports the module that starts the browser, itself or through others. */
function reachesBrowser(file: string): boolean {
  const known = seen.get(file)
  if (known !== undefined) return known
  seen.set(file, false)
  const imports = [...readFileSync(file, 'utf8').matchAll(imported)]
  const found = imports.some(([, name = '']) => reachesBrowser(join(dirname(file), name)))
  seen.set(file, found)
  return found
}

/** Test files that open pages, by their paths in the project. */
export const filesThatNeedBrowser = (): readonly string[] =>
  globSync('test/**/*.test.ts', { cwd: root }).filter((file) => reachesBrowser(join(root, file)))
