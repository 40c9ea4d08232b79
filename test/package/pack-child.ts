// Builds the console into the folder APP and packages it: APP OUTPUT ELECTRON TARGET...
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildDesktop } from '../../scripts/build-desktop.ts'
import { packageConsole } from '../../scripts/package/package-console.ts'
import { strayFiles } from './stray-files.ts'

const [app = '', output = '', electronDist = '', ...targets] = process.argv.slice(2)
const installed = join(import.meta.dirname, '../../node_modules')

await buildDesktop(app)
// Addons whole, and more: so that what is not in the package was there to be left out.
for (const addon of ['better-sqlite3', 'keytar'].filter((name) => existsSync(join(installed, name))))
  cpSync(join(installed, addon), join(app, 'node_modules', addon), { recursive: true })
for (const stray of strayFiles) {
  mkdirSync(dirname(join(app, stray)), { recursive: true })
  writeFileSync(join(app, stray), 'stray\n')
}
await packageConsole({ app, output, targets, electronDist })
