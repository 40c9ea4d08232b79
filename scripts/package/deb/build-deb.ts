import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { checkCLibrary } from './c-library.ts'
import { controlText } from './control.ts'
import type { DebOptions } from './options.ts'
import { type Entry, entriesOf, place, setModes } from './tree.ts'

/** KiB, as Debian Policy 5.6.20 counts them: each file rounded up, everything else as one. */
const installedSize = (entries: readonly Entry[]) =>
  entries.reduce((sum, { kind, bytes }) => sum + (kind === 'file' ? Math.ceil(bytes / 1024) : 1), 0)

const md5 = (file: string) => createHash('md5').update(readFileSync(file)).digest('hex')

const md5sums = (root: string, entries: readonly Entry[]) =>
  entries
    .filter(({ kind }) => kind === 'file')
    .map(({ path }) => `${md5(join(root, path))}  ${path}\n`)
    .join('')

function writeControl(root: string, options: DebOptions): void {
  const entries = entriesOf(root)
  setModes(root, entries)
  const control = join(root, 'DEBIAN')
  mkdirSync(control, { mode: 0o755 })
  writeFileSync(join(control, 'control'), controlText(options, installedSize(entries)), { mode: 0o644 })
  writeFileSync(join(control, 'md5sums'), md5sums(root, entries), { mode: 0o644 })
  const { conffiles = [] } = options
  if (conffiles.length > 0)
    writeFileSync(join(control, 'conffiles'), conffiles.map((file) => `${file}\n`).join(''), { mode: 0o644 })
  for (const script of ['postinst', 'prerm', 'postrm'] as const) {
    const source = options[script]
    if (source === undefined) continue
    copyFileSync(source, join(control, script))
    chmodSync(join(control, script), 0o755)
  }
}

const elf = Buffer.from('\x7fELF', 'latin1')

const isBinary = (file: string) => /\.node$|\/node$/.test(file) && readFileSync(file).subarray(0, 4).equals(elf)

const notStripped =
  'fpm: "strip" is not installed, so the package keeps debug symbols and is larger. Install binutils to remove them.\n'

/** Removes from addons and from Node what only a debugger reads; says so where that is not possible. */
function stripBinaries(root: string): void {
  const files = entriesOf(root).filter(({ kind }) => kind === 'file')
  const binaries = files.map(({ path }) => join(root, path)).filter(isBinary)
  if (binaries.length === 0) return
  if (spawnSync('strip', ['--version']).error) process.stderr.write(notStripped)
  else for (const file of binaries) execFileSync('strip', ['--strip-unneeded', file])
}

/** Files made for the package, by path. */
export type MadeFiles = ReadonlyMap<string, string | Buffer>

function writeMade(root: string, files: MadeFiles): void {
  for (const [path, content] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

/**
 * Builds the package with dpkg-deb; everything in it belongs to root. Mappings count from `base`. The package has its name
 * only once it is whole.
 */
export function buildDeb(options: DebOptions, base: string, files: MadeFiles): void {
  const root = mkdtempSync(join(tmpdir(), 'strongroom-deb-'))
  const unfinished = `${options.output}.making`
  try {
    for (const mapping of options.mappings) place(mapping, { root, base })
    writeMade(root, files)
    stripBinaries(root)
    checkCLibrary(root, entriesOf(root), options.depends)
    writeControl(root, options)
    const how = ['--root-owner-group', `-Z${options.compression}`, '--build']
    execFileSync('dpkg-deb', [...how, root, unfinished], { stdio: ['ignore', 'ignore', 'inherit'] })
    renameSync(unfinished, options.output)
  } finally {
    rmSync(unfinished, { force: true })
    rmSync(root, { recursive: true })
  }
}
