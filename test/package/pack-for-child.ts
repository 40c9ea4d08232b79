// Packages for another system what this one can, around its Electron: SYSTEM FOLDER, where `electron/` is.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'

const root = join(import.meta.dirname, '../..')
const [system = '', folder = ''] = process.argv.slice(2)
const app = join(folder, 'app')

mkdirSync(join(app, 'out/main'), { recursive: true })
writeFileSync(join(app, 'out/main/index.js'), '// only its name counts\n')
cpSync(join(root, 'package.json'), join(app, 'package.json'))
await build({
  projectDir: root,
  targets: new Map([[Platform.fromString(system), new Map([[Arch.x64, ['dir']]])]]),
  config: {
    directories: { app, output: join(folder, 'output') },
    electronDist: join(folder, 'electron'),
    // What draws or sets icons is fetched.
    win: { signAndEditExecutable: false },
    mac: { icon: join(folder, 'electron/icon.icns'), identity: null },
  },
  publish: 'never',
})
