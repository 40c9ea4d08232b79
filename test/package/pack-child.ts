// Builds the console into the folder APP and packages it: APP OUTPUT ELECTRON TARGET...
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { buildDesktop } from '../../scripts/build-desktop.ts'
import { packageConsole } from '../../scripts/package/package-console.ts'

const [app = '', output = '', electronDist = '', ...targets] = process.argv.slice(2)
const installed = join(import.meta.dirname, '../../node_modules')

await buildDesktop(app)
// Whole, so that what is left out of the package was there to be left out.
for (const addon of ['better-sqlite3', 'keytar'])
  cpSync(join(installed, addon), join(app, 'node_modules', addon), { recursive: true })
await packageConsole({ app, output, targets, electronDist }, process.env.STRONGROOM_SIGNING_KEY_FILE)
