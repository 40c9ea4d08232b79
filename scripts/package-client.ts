import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { failureCodes } from '../shared/failure.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

type Manifest = Readonly<Record<'version' | 'license', string>> & {
  readonly dependencies: Readonly<Record<string, string>>
}

const rootManifest = (): Manifest => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

function manifest(): object {
  const { version, license, dependencies } = rootManifest()
  const trpc = ['@trpc/client', '@trpc/server']
  return {
    name: '@strongroom/client',
    version,
    description: 'Typed client of a Strongroom server: rotate provider keys, report reserves, list wallets.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './client.d.ts', default: './client.js' } },
    types: './client.d.ts',
    dependencies: Object.fromEntries(trpc.map((name) => [name, dependencies[name]])),
  }
}

function compile(outDir: string): void {
  const project = join(root, 'client', 'tsconfig.package.json')
  execFileSync(process.execPath, [compiler, '-p', project, '--outDir', outDir], { cwd: root, stdio: 'inherit' })
}

const failureCode = `type FailureCode = ${Object.keys(failureCodes)
  .map((code) => `'${code}'`)
  .join(' | ')};\n`

/**
 * The declarations of the router with what callers need and nothing that they would have to install for it: no zod, whose
 * brand only keeps IDs apart from other strings, and nothing of the code behind the procedures.
 */
function routerTypes(emitted: string): string {
  const types = emitted
    .replace(/^import type \{ OperationName, Output \}.*\n/m, failureCode)
    .replace(/export type Context = \{[\s\S]*?\n\};/, 'type Context = object;')
    .replaceAll(/import\("\.\/failure\.ts"\)\.FailureCode/g, 'FailureCode')
    .replaceAll(/ & import\("zod"\)\.\$brand<"\w+">/g, '')
  const outside = [...types.matchAll(/(?:from |import\()["']([^"']+)["']/g)].map(([, name]) => name)
  const unknown = outside.filter((name) => name !== '@trpc/server')
  if (unknown.length) throw new Error(`The client package would need ${unknown.join(', ')}: see routerTypes.`)
  return types
}

/** Puts the package together in a folder. */
function assemble(folder: string): void {
  const emitted = mkdtempSync(join(tmpdir(), 'strongroom-client-'))
  try {
    compile(emitted)
    const read = (path: string) => readFileSync(join(emitted, path), 'utf8')
    mkdirSync(folder, { recursive: true })
    const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
    put('client.js', read('client/client.js'))
    put('client.d.ts', read('client/client.d.ts').replace('../shared/router.ts', './router.js'))
    put('router.d.ts', routerTypes(read('shared/router.d.ts')))
    put('package.json', `${JSON.stringify(manifest(), null, 2)}\n`)
    cpSync(join(root, 'docs', 'client.md'), join(folder, 'README.md'))
    for (const name of ['LICENSE', 'NOTICE']) cpSync(join(root, name), join(folder, name))
  } finally {
    rmSync(emitted, { recursive: true })
  }
}

/** Makes the tarball of the client package in a folder and gives its path. */
export function packageClient(output: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-client-'))
  try {
    assemble(folder)
    mkdirSync(output, { recursive: true })
    const args = ['pack', folder, '--pack-destination', output, '--json', '--ignore-scripts']
    const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' }))
    return join(output, filename)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(packageClient(join(root, 'dist')))
