import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** An empty system of its own below a folder, with nothing but dpkg's database. */
export function makeRoot(root: string): void {
  for (const folder of ['info', 'updates', 'triggers'])
    mkdirSync(join(root, 'var/lib/dpkg', folder), { recursive: true })
  mkdirSync(join(root, 'var/log'), { recursive: true })
  writeFileSync(join(root, 'var/lib/dpkg/status'), '')
}

/** A folder for the path, whose `apparmor_parser` reads our profile, as that of Ubuntu 24.04 does, or refuses it, as older ones do. */
export function makeAppArmor(folder: string, { reads }: { readonly reads: boolean }): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'apparmor_parser'), `#!/bin/sh\nexit ${reads ? 0 : 1}\n`, { mode: 0o755 })
  return folder
}

type How = { readonly force?: readonly string[]; readonly path?: readonly string[] }

/** Runs dpkg on the root, the package's own scripts included. */
export async function dpkg(
  root: string,
  args: readonly string[],
  { force = [], path = [] }: How = {},
): Promise<string> {
  const forced = ['script-chrootless', 'not-root', ...force].map((what) => `--force-${what}`)
  const command = [`--root=${root}`, `--log=${join(root, 'var/log/dpkg.log')}`, ...forced, ...args]
  const env = { ...process.env, PATH: [...path, process.env.PATH, '/usr/sbin', '/sbin'].join(delimiter), LC_ALL: 'C' }
  const asRoot = process.getuid?.() === 0
  const { stdout } = await run(asRoot ? 'dpkg' : 'fakeroot', asRoot ? command : ['dpkg', ...command], { env })
  return stdout
}

/** A field of a package file, as dpkg reads it. */
export const fieldOf = (deb: string, field: string): string =>
  execFileSync('dpkg-deb', ['--field', deb, field], { encoding: 'utf8' }).trim()

/** The same package as a later version, quickly packed. */
export function newerDeb(deb: string, folder: string): string {
  const control = join(folder, 'DEBIAN/control')
  execFileSync('dpkg-deb', ['--raw-extract', deb, folder])
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, 'Version: 999.0.0'))
  execFileSync('dpkg-deb', ['-Zgzip', '-z1', '--root-owner-group', '--build', folder, `${folder}.deb`])
  return `${folder}.deb`
}
