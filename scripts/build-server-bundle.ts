import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'rolldown'
import { serverVersion } from '../server/platform/version.ts'
import { shippedFiles } from '../server/shipped-files.ts'
import { postgresMigrations } from '../server/store/postgres/shipped-files.ts'
import { sqliteFiles } from '../server/store/sqlite/shipped-files.ts'
import { parseReleaseKeys } from '../server/update/release-keys.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Entries by the name of their file. */
type Programs = Readonly<Record<string, string>>

/** What `strongroom.js` is made of, and by what. */
export type ServerBundle = {
  readonly entry: string
  readonly plugins: readonly Plugin[]
  readonly others?: Programs
}

type Unused = { readonly code: string; readonly importer?: string }

/**
 * What packages load at their start and the server never uses. Fastify: compilers of schemas, half a megabyte of code (see
 * `withoutSchemas` of the listener), HTTP/2, and the comparison of versions by which a plugin asks for a Fastify.
 * Commander: what runs commands that are programs of their own.
 */
const unused: Readonly<Record<string, Unused>> = {
  '@fastify/ajv-compiler': { code: 'export {}' },
  '@fastify/fast-json-stringify-compiler': { code: 'export {}' },
  'node:http2': { code: 'export {}' },
  semver: { code: 'export const satisfies = () => true' },
  'node:child_process': { code: 'export default {}', importer: 'node_modules/commander/' },
}

const isUnused = (specifier: string, importer = ''): boolean =>
  Object.hasOwn(unused, specifier) && importer.includes(unused[specifier]?.importer ?? '')

const withoutUnused: Plugin = {
  name: 'without-unused-parts-of-packages',
  resolveId: (specifier, importer) => (isUnused(specifier, importer) ? `\0unused:${specifier}` : null),
  load: (id) => (id.startsWith('\0unused:') ? unused[id.slice('\0unused:'.length)]?.code : null),
}

const unusual = /[^\0-\x7f]/g
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** One character beyond Latin-1 makes V8 keep the whole text of a file at two bytes a character. */
const escapeUnusual: Plugin = {
  name: 'escape-unusual-characters',
  generateBundle: (_options, files) => {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = file.code.replace(unusual, escaped)
  },
}

/** From the root of the project; packages may be linked from another place. */
const sourceName = (path: string) =>
  relative(root, path)
    .split(sep)
    .join('/')
    .replace(/^.*?(?=node_modules\/)/, '')

/**
 * All code lies in one folder, from which `shippedFiles` counts; the writer thread's entry where that looks for it. It is
 * CommonJS: an import of one of Node's modules would load all that the module offers, such as a WebSocket client.
 */
const bundleCode = (outDir: string, { entry, plugins, others = {} }: ServerBundle) =>
  build({
    cwd: root,
    input: {
      strongroom: entry,
      'store/sqlite/writer': fileURLToPath(sqliteFiles.writer),
      'vault/pkcs11': 'server/vault/holders/pkcs11/child.ts',
      ...others,
    },
    platform: 'node',
    // What npm still has to bring: it is native.
    external: ['better-sqlite3'],
    plugins: [...plugins, withoutUnused, escapeUnusual],
    tsconfig: false,
    logLevel: 'warn',
    output: {
      dir: outDir,
      format: 'cjs',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      // Read only where a stack trace is written: `server/platform/source-positions.ts`.
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (source, map) => sourceName(resolve(dirname(map), source)),
      comments: { legal: true, annotation: false, jsdoc: false },
    },
  })

/** Files that the server reads, and where it looks for them in the bundle. */
export const copiedFiles = [
  [fileURLToPath(sqliteFiles.migrations), 'store/sqlite/migrations'],
  [fileURLToPath(postgresMigrations), 'store/postgres/migrations'],
  [fileURLToPath(shippedFiles.docsPlugin), 'http/docs/docs-plugin.js'],
  [shippedFiles.swaggerUi(), 'swagger-ui'],
  [shippedFiles.homoglyphs(), 'homoglyphs.json'],
] as const

/** Builds the server as plain JavaScript with all the files it reads; `strongroom.js` takes its command line. */
export async function buildServerBundle(outDir: string, bundle: ServerBundle): Promise<void> {
  rmSync(outDir, { recursive: true, force: true })
  await bundleCode(outDir, bundle)
  for (const [from, to] of copiedFiles) cpSync(from, join(outDir, to), { recursive: true, preserveTimestamps: true })
  const ownPackage = { name: 'strongroom-server', version: serverVersion, private: true, type: 'commonjs' }
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(ownPackage, null, 2)}\n`)
}

/** What a build is to verify updates with: public keys in PEM, or none. Throws where the variable holds anything else. */
export function givenReleaseKeys(): string | null {
  const { STRONGROOM_RELEASE_PUBLIC_KEY: pem } = process.env
  if (!pem) return null
  if (parseReleaseKeys(pem)) return pem
  throw new Error('STRONGROOM_RELEASE_PUBLIC_KEY must hold the Ed25519 public key of the releases in PEM, or be unset.')
}

/** Builds the server as a package carries it. */
export async function buildShippedServer(
  outDir: string,
  plugins: readonly Plugin[],
  others: Programs = {},
): Promise<void> {
  const keys = givenReleaseKeys()
  await buildServerBundle(outDir, { entry: 'server/bundled.ts', plugins, others })
  if (keys) writeFileSync(join(outDir, 'release-keys.pem'), keys)
}
