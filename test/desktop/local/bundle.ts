import { cpSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildServerBundle } from '../../../scripts/build-server-bundle.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'

const sqlite = join(import.meta.dirname, '../../../node_modules/better-sqlite3')

/** The bundle, built for the tests of a file into a folder that has nothing else but better-sqlite3. */
export function bundleForTests(): { readonly entry: string; readonly folder: string } {
  const made = { entry: '', folder: '' }
  beforeAll(async () => {
    const { path } = await temporaryFolder()
    made.folder = join(path, 'app', 'server')
    made.entry = join(made.folder, 'strongroom.js')
    await buildServerBundle(made.folder, { entry: 'server/bundled.ts', plugins: [] })
    for (const part of ['package.json', 'lib', 'prebuilds'])
      cpSync(join(sqlite, part), join(path, 'app', 'node_modules', 'better-sqlite3', part), { recursive: true })
    afterAll(() => rm(path, { recursive: true }))
  })
  return made
}
