import { cpSync, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, inject } from 'vitest'
import { buildServerBundle } from '../../../scripts/build-server-bundle.ts'

const sqlite = join(import.meta.dirname, '../../../node_modules/better-sqlite3')

type Bundle = { readonly entry: string; readonly folder: string }

/** Two processes may build at the same time; the first that ends makes its own the one of all. */
async function build(runFolder: string, app: string): Promise<void> {
  const building = join(runFolder, `building-${process.pid}`)
  await buildServerBundle(join(building, 'server'), { entry: 'server/bundled.ts', plugins: [] })
  for (const part of ['package.json', 'lib', 'prebuilds'])
    cpSync(join(sqlite, part), join(building, 'node_modules', 'better-sqlite3', part), { recursive: true })
  await rename(building, app).catch(async (error) => {
    if (!existsSync(app)) throw error
    await rm(building, { recursive: true })
  })
}

/** The bundle in a folder that has nothing else but better-sqlite3, built once for all test files of a run. */
export function bundleForTests(): Bundle {
  const made = { entry: '', folder: '' }
  beforeAll(async () => {
    const runFolder = inject('runFolder')
    const app = join(runFolder, 'app')
    if (!existsSync(app)) await build(runFolder, app)
    made.folder = join(app, 'server')
    made.entry = join(made.folder, 'strongroom.js')
  })
  return made
}
