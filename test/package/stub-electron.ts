import { readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FuseState, FuseV1Options } from '@electron/fuses'

/** Electron's binaries carry these bytes before the wire of their fuses. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuses = Object.values(FuseV1Options).filter((value) => typeof value === 'number')

/** Each fuse that the console sets is the other way round, as almost all are in Electron as it comes. */
const off: readonly FuseV1Options[] = [
  FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  FuseV1Options.OnlyLoadAppFromAsar,
  FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
]
const wire = [1, fuses.length, ...fuses.map((fuse) => (off.includes(fuse) ? FuseState.DISABLE : FuseState.ENABLE))]

/** What makes a program an Electron to a tool that sets fuses. */
export const fuseWire = Buffer.concat([Buffer.from(sentinel), Buffer.from(wire)])

/** The files of an Electron that electron-builder looks for, around a program that does nothing. */
export async function makeStubElectron(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true })
  const program = join(folder, 'electron')
  await writeFile(program, Buffer.concat([readFileSync('/bin/true'), fuseWire]))
  await copyFile('/bin/true', join(folder, 'chrome-sandbox'))
  await Promise.all([program, join(folder, 'chrome-sandbox')].map((file) => chmod(file, 0o755)))
  await writeFile(join(folder, 'version'), '45.3.4')
  await writeFile(join(folder, 'LICENSE'), 'The licence of Electron.\n')
  await writeFile(join(folder, 'LICENSES.chromium.html'), '<p>The licences of Chromium.</p>\n')
}
