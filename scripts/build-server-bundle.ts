import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'
import { serverVersion } from '../server/platform/version.ts'
import { shippedFiles } from '../server/shipped-files.ts'
import { sqliteFiles } from '../server/store/sqlite/shipped-files.ts'
import { onlyListedPackages } from './bundled-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What npm still has to bring: it is native. */
const outside = ['better-sqlite3']

/** All code lies in one folder, from which `shippedFiles` counts; the writer thread's entry where that looks for it. */
async function bundleCode(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root,
    plugins: [onlyListedPackages()],
    ssr: { noExternal: true, external: outside },
    build: {
      ssr: true,
      target: 'node24',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { strongroom: 'server/bundled.ts', 'store/sqlite/writer': fileURLToPath(sqliteFiles.writer) },
        external: outside,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })
}

function copyFiles(outDir: string): void {
  const copy = (from: URL | string, to: string) => cpSync(from, join(outDir, to), { recursive: true })
  copy(sqliteFiles.migrations, 'store/sqlite/migrations')
  copy(shippedFiles.docsPlugin, 'http/docs/docs-plugin.js')
  copy(shippedFiles.swaggerUi(), 'swagger-ui')
  const ownPackage = { name: 'strongroom-server', version: serverVersion, private: true, type: 'module' }
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(ownPackage, null, 2)}\n`)
}

/** Builds the server as plain JavaScript with all the files it reads; `strongroom.js` takes its command line. */
export async function buildServerBundle(outDir: string): Promise<void> {
  await bundleCode(outDir)
  copyFiles(outDir)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildServerBundle(join(root, 'out', 'server'))
