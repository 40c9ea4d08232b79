import { existsSync, globSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { listPackage, statFile } from '@electron/asar'
import { lacking, whereIs } from './missing.ts'
import { extractPayload, type Packed, pack } from './pack.ts'

const keytar = new URL('../../node_modules/keytar/build/Release/keytar.node', import.meta.url)

/** Why nothing can be packaged here, why no deb, no tar.gz, and no keychain; null where it can. */
export const missing = {
  all: process.platform === 'linux' ? null : 'the stub is a program for Linux',
  deb: lacking('dpkg-deb', 'dpkg', 'xz', ...(process.getuid?.() === 0 ? [] : ['fakeroot'])),
  tarball: lacking('7za'),
  keytar: existsSync(keytar) ? null : 'keytar is not built here',
}

/** One package of the console with all that belongs to it, for the tests of a file. */
export type PackagedConsole = {
  readonly folder: string
  readonly packed: Packed
  /** The payload as it was taken out of app.asar. */
  readonly payload: string
}

export async function packageConsole(): Promise<PackagedConsole> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-package-'))
  const sevenZip = whereIs('7za')
  const targets = ['dir', ...(missing.tarball ? [] : ['tar.gz']), ...(missing.deb ? [] : ['deb'])]
  const packed = await pack(join(folder, 'first'), targets, sevenZip ? { ELECTRON_BUILDER_7ZIP_PATH: sevenZip } : {})
  const payload = join(folder, 'payload')
  extractPayload(packed, payload)
  return { folder, packed, payload }
}

export const removePackagedConsole = ({ folder }: PackagedConsole): Promise<void> =>
  rm(folder, { recursive: true, force: true })

/** Files below a folder, by their paths in it. */
export const filesIn = (place: string): readonly string[] =>
  globSync('**', { cwd: place, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath, entry.name)))
    .sort()

/** Files of an archive, the unpacked ones among them. */
export const filesInAsar = ({ resources }: Packed): readonly string[] => {
  const asar = join(resources, 'app.asar')
  return listPackage(asar, { isPack: false })
    .map((path) => path.slice(1))
    .filter((path) => 'size' in statFile(asar, path))
    .sort()
}

export const bytesIn = (place: string): number =>
  filesIn(place).reduce((sum, name) => sum + statSync(join(place, name)).size, 0)

/** The one file of the output whose name matches, by its path. */
export function inOutput({ output }: Packed, pattern: string): string {
  const [name, ...more] = globSync(pattern, { cwd: output })
  if (!name || more.length > 0) throw new Error(`${pattern} is not one file`)
  return join(output, name)
}
