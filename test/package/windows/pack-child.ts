// Packages for Windows what needs no Windows, around a program of that system: FOLDER with electron/electron.exe.
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, build, Platform } from 'electron-builder'
import { fuseWire } from '../stub-electron.ts'

const root = join(import.meta.dirname, '../../..')
const [folder = ''] = process.argv.slice(2)
const [app, electronDist, output] = ['app', 'electron', 'output'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
mkdirSync(join(app, 'out/main'), { recursive: true })
writeFileSync(join(app, 'out/main/index.js'), '// only its name counts\n')
cpSync(join(root, 'package.json'), join(app, 'package.json'))
writeFileSync(join(electronDist, 'version'), '45.3.4')
appendFileSync(join(electronDist, 'electron.exe'), fuseWire)
await build({
  projectDir: root,
  targets: new Map([[Platform.WINDOWS, new Map([[Arch.x64, ['dir']]])]]),
  // What edits the program's icon is fetched.
  config: { directories: { app, output }, electronDist, win: { signAndEditExecutable: false } },
  publish: 'never',
})
