import { hash } from 'node:crypto'
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'rolldown'
import {
  currentProgram,
  hashOf,
  type ProgramRecord,
  programRecord,
  programsIn,
  recordIn,
  type Source,
} from '../server/platform/compiled-program.mjs'
import { buildServerBundle, copiedFiles } from './build-server-bundle.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (path: string) => relative(root, path).split(sep).join('/')

/** What a program is made of besides the modules that its entry imports; npm writes the second when it installs. */
const fixedSources = [
  'package.json',
  'node_modules/.package-lock.json',
  'scripts/build-server-bundle.ts',
  'scripts/build-program.ts',
]

/** Notes our own modules; those of packages change with what npm installed. */
const noteModules = (paths: Set<string>): Plugin => ({
  name: 'note-modules',
  moduleParsed: ({ id }) => {
    const path = inRoot(id)
    if (!/^\.\.|node_modules\/|^[\0]/.test(path)) paths.add(path)
  },
})

/** A folder counts by the names in it too. */
function filesAt(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path).flatMap((name) => filesAt(join(path, name)))]
}

const ownCopies = () =>
  copiedFiles
    .flatMap(([from]) => filesAt(from))
    .map(inRoot)
    .filter((path) => !path.startsWith('node_modules/'))

function sourceAt(path: string): Source {
  const { size, ctimeMs: changed } = statSync(join(root, path))
  return { size, changed, hash: hashOf(join(root, path)) }
}

/** Milliseconds by which a file may have been changed after the time that the file system notes. */
const clockTick = 20

async function build(folder: string): Promise<ProgramRecord['sources']> {
  const began = Date.now()
  const paths = new Set(fixedSources)
  await buildServerBundle(folder, { entry: 'server/cli/run.ts', plugins: [noteModules(paths)] })
  for (const path of ownCopies()) paths.add(path)
  const sources = [...paths].sort().map((path) => [path, sourceAt(path)] as const)
  const changed = sources.find(([, source]) => source.changed > began - clockTick)
  if (changed) throw new Error(`${changed[0]} was changed while the program was compiled`)
  return sources
}

/** Makes the program current. The one before stays, since a server may be running from it. */
function publish(built: string, sources: ProgramRecord['sources']): void {
  const program = hash('sha256', JSON.stringify(sources.map(([path, source]) => [path, source.hash])))
  const kept = [program, programRecord()?.program, basename(recordIn())]
  rmSync(join(programsIn(), program), { recursive: true, force: true })
  renameSync(built, join(programsIn(), program))
  const record = `${built}.json`
  writeFileSync(record, JSON.stringify({ program, sources } satisfies ProgramRecord))
  renameSync(record, recordIn())
  for (const name of readdirSync(programsIn()))
    if (!kept.includes(name)) rmSync(join(programsIn(), name), { recursive: true, force: true })
}

if (!currentProgram()) {
  const folder = join(programsIn(), `building-${process.pid}`)
  publish(folder, await build(folder))
}
