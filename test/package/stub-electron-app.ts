import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fuseWire } from './stub-electron.ts'

const propertyList = (identifier: string) => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleIdentifier</key><string>${identifier}</string></dict></plist>
`

function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content, { mode: 0o755 })
}

/** The files of an Electron for macOS that electron-builder looks for; its program only says what it was asked. */
export function makeStubElectronApp(folder: string): void {
  const contents = join(folder, 'Electron.app/Contents')
  put(join(folder, 'version'), '45.3.4')
  put(join(folder, 'icon.icns'), 'icns')
  put(join(contents, 'Info.plist'), propertyList('electron'))
  put(join(contents, 'MacOS/Electron'), '#!/bin/sh\necho "$@"\n[ "$2" != fail ]\n')
  put(join(contents, 'Resources/electron.icns'), 'icns')
  put(join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'), fuseWire)
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = join(contents, `Frameworks/Electron Helper${kind}.app/Contents`)
    put(join(helper, 'Info.plist'), propertyList('electron.helper'))
    put(join(helper, `MacOS/Electron Helper${kind}`), '')
  }
}
