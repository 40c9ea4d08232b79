import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'electron-vite'
import { buildShippedServer } from './build-server-bundle.ts'
import { onlyListedPackages } from './bundled-packages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds all that the console ships into `out/` of the folder: the bundle of each of its processes, and the server's. */
export async function buildDesktop(folder: string): Promise<void> {
  const out = join(folder, 'out')
  rmSync(out, { recursive: true, force: true })
  await build({ root, logLevel: 'warn', build: { outDir: out } })
  await buildShippedServer(join(out, 'server'), [onlyListedPackages()])
  if (folder !== root) cpSync(join(root, 'package.json'), join(folder, 'package.json'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildDesktop(root)
