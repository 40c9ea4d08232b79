import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDesktop } from '../build-desktop.ts'
import { packageConsole } from './package-console.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'dist')
const { values } = parseArgs({ options: { dir: { type: 'boolean', default: false } } })

rmSync(output, { recursive: true, force: true })
await buildDesktop(root)
const packaging = { app: root, output, targets: values.dir ? ['dir'] : [] }
const { installers, signed } = await packageConsole(packaging, process.env.STRONGROOM_SIGNING_KEY_FILE || undefined)
for (const file of installers) console.log(file)
if (!signed) console.log('Not signed: STRONGROOM_SIGNING_KEY_FILE names no key.')
