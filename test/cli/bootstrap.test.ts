import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { pretence } from './older-node.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lockfile = fileURLToPath(new URL('../../package-lock.json', import.meta.url))

type Package = {
  readonly integrity?: string
  readonly dev?: boolean
  readonly os?: string | readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** A project whose one package is an archive in it, so that npm needs no registry. */
async function makeProject(folder: string): Promise<void> {
  const platform = ['compiled-program.mjs', 'packaged-node.mjs'].map((name) => `server/platform/${name}`)
  for (const part of ['scripts/bootstrap.mjs', 'scripts/bootstrap', ...platform])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await lockPart(folder, '1.0.0')
}

async function lockPart(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, 'package'), { recursive: true })
  await writeFile(join(folder, 'package', 'package.json'), JSON.stringify({ name: 'part', version }))
  const resolved = `file:part-${version}.tgz`
  const archive = join(folder, `part-${version}.tgz`)
  await promisify(execFile)('tar', ['-C', folder, '-czf', archive, 'package'])
  const integrity = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
  const project = { name: 'project', version: '1.0.0', dependencies: { part: resolved } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(project))
  const packages = { '': project, 'node_modules/part': { version, resolved, integrity } }
  const lock = { name: 'project', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

type Run = { readonly path?: string; readonly flags?: readonly string[] }

/** By default only npm and Node are found. */
async function bootstrap(folder: string, what: string, { path = dirname(process.execPath), flags = [] }: Run = {}) {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [...flags, join(folder, 'scripts', 'bootstrap.mjs'), what],
    { env: { ...process.env, npm_execpath: '', npm_config_nodedir: '', PATH: path } },
  )
  return stdout + stderr
}

/** What a lockfile has of each way to need a package; npm only notes what it is asked. */
async function withRecorder(packages: Record<string, object>, found: Record<string, object> = {}) {
  const folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  await symlink('/bin/true', join(programs, 'chromium'))
  await writeFile(join(folder.path, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
  await writeFile(join(folder.path, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: found }))
  const asked = join(folder.path, 'asked')
  await writeFile(join(programs, 'npm'), `#!/bin/sh\necho "$npm_config_nodedir $*" >> ${asked}\n`, { mode: 0o755 })
  return {
    path: folder.path,
    programs,
    run: (what: string) => bootstrap(folder.path, what, { path: programs }),
    /** What npm was asked since the last time. */
    asked: async () => {
      const lines = existsSync(asked) ? readFileSync(asked, 'utf8').trimEnd().split('\n') : []
      await rm(asked, { force: true })
      return lines.filter((line) => !line.includes('config get')).map((line) => line.trim())
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('packages are installed once, again when the lockfile changes, and otherwise nothing is printed', async () => {
  await using folder = await temporaryFolder()
  await makeProject(folder.path)
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  expect(await bootstrap(folder.path, 'start', { path })).toContain('Installing 1 packages')
  expect(await bootstrap(folder.path, 'start', { path })).toBe('')
  await lockPart(folder.path, '1.0.1')
  expect(await bootstrap(folder.path, 'start', { path })).toContain('Installing 1 packages')
  expect(await bootstrap(folder.path, 'start', { path })).toBe('')
})

test('a missing strongroom command is created for packages installed by npm alone, or by a killed bootstrap', async () => {
  await using folder = await temporaryFolder()
  await makeProject(folder.path)
  await writeFile(join(folder.path, 'server', 'main.mjs'), '')
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter)
  await bootstrap(folder.path, 'start', { path })
  const command = join(folder.path, 'node_modules', '.bin', 'strongroom')
  await rm(command)
  const both = [bootstrap(folder.path, 'start', { path }), bootstrap(folder.path, 'start', { path })]
  expect(await Promise.all(both)).toEqual(['', ''])
  expect(existsSync(command)).toBe(true)
  expect(await readdir(dirname(command))).toEqual(['strongroom'])
})

const tools = [
  'buildah',
  'curl',
  'debootstrap',
  'fakeroot',
  'openssl',
  'python3',
  'strace',
  'c++',
  'make',
  'pkg-config',
  '7z',
  'desktop-file-validate',
]
const suite = [...tools, 'makensis', 'fish', 'zsh', 'softhsm2-util']
const keyring = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon', 'secret-tool']

/** A project whose packages are installed, and a folder with all programs of the suite but chromium. */
async function withoutChromium(folder: string): Promise<string> {
  await makeProject(folder)
  await mkdir(join(folder, 'node_modules'))
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
  const programs = join(folder, 'programs')
  await mkdir(programs)
  for (const name of [...suite, ...keyring]) await symlink('/bin/true', join(programs, name))
  return programs
}

test('programs missing for the test suite are listed, and the rest continues', async () => {
  await using folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  const said = await bootstrap(folder.path, 'test', { path: programs })
  expect(said).toMatch(/^Missing on this machine: chromium\./)
  expect(said).toContain('apt-get install -y chromium')
  await symlink('/bin/true', join(programs, 'chromium'))
  expect(await bootstrap(folder.path, 'test', { path: programs })).toBe('')
})

test('missing programs are installed for root, and a start needs none', async ({ skip }) => {
  skip(process.getuid?.() !== 0, 'only root installs system packages')
  await using folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  const asked = join(folder.path, 'asked')
  await writeFile(join(programs, 'apt-get'), `#!/bin/sh\necho "$*" >> ${asked}\n`, { mode: 0o755 })
  expect(await bootstrap(folder.path, 'start', { path: programs })).toBe('')
  expect(existsSync(asked)).toBe(false)
  expect(await bootstrap(folder.path, 'test', { path: programs })).toBe('Installing chromium ...\n')
  expect(await readFile(asked, 'utf8')).toBe('-qq update\n-qq install -y --no-install-recommends chromium\n')
})

test('only system packages are installed as root, never npm packages, also for the ordinary user', async () => {
  await using project = await withRecorder({ 'node_modules/part': { version: '1.0.0' } })
  const apt = join(project.path, 'apt')
  await writeFile(join(project.programs, 'apt-get'), `#!/bin/sh\necho "$*" >> ${apt}\n`, { mode: 0o755 })
  await rm(join(project.programs, 'fakeroot'))
  const said = await project.run('system')
  expect(said).toMatch(/fakeroot, xvfb, xauth, weston, dbus-daemon/)
  expect(existsSync(apt)).toBe(process.getuid?.() === 0)
  expect(await project.asked()).toEqual([])
})

test('a development library is missing if pkg-config does not find it, and a partial D-Bus counts as missing', async () => {
  await using folder = await temporaryFolder()
  const programs = await withoutChromium(folder.path)
  await symlink('/bin/true', join(programs, 'chromium'))
  await rm(join(programs, 'dbus-send'))
  await rm(join(programs, 'pkg-config'))
  const named = 'apt-get install -y libsecret-1-0 libsecret-1-dev dbus\n'
  expect(await bootstrap(folder.path, 'test', { path: programs })).toContain(named)
  await symlink('/bin/false', join(programs, 'pkg-config'))
  expect(await bootstrap(folder.path, 'test', { path: programs })).toContain(named)
})

const serving = { 'node_modules/serving': { version: '1.0.0' } }
const development = { 'node_modules/development': { version: '1.0.0', dev: true } }
const keytar = { 'node_modules/keytar': { version: '7.0.0', optional: true } }
const elsewhere = { 'node_modules/elsewhere': { version: '1.0.0', optional: true, os: 'aix' } }

/** The packages of the project bring Node for this platform. */
async function bringNode(folder: string): Promise<void> {
  const optionalDependencies = { [`node-${process.platform}-${process.arch}`]: '24.0.0' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ optionalDependencies }))
}

test('a start installs what serving needs, the tests add the rest, and no package script runs', async () => {
  await using project = await withRecorder({ ...serving, ...development, ...elsewhere })
  expect(await project.run('start')).toMatch(/^Installing 1 packages \(about .+ on disk\)\. This takes/)
  expect(await project.asked()).toEqual([expect.stringMatching(/^ci --ignore-scripts .+--omit=dev$/)])
  await writeFile(join(project.path, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: serving }))
  expect(await project.run('start')).toBe('')
  expect(await project.run('test')).toContain('Installing 2 packages')
  expect(await project.asked()).toEqual([expect.stringMatching(/^install --no-save --ignore-scripts .+--include=dev$/)])
})

test('a start keeps installed development packages when the lockfile changes', async () => {
  await using project = await withRecorder({ ...serving, ...development }, development)
  await project.run('start')
  expect(await project.asked()).toEqual([expect.stringContaining('--include=dev')])
})

test('keytar is built explicitly if possible and wanted, and nothing else is reinstalled', async () => {
  await using project = await withRecorder(keytar, keytar)
  await mkdir(join(project.path, 'node_modules', 'keytar'), { recursive: true })
  expect(await project.run('start')).toBe('')
  await rm(join(project.programs, 'c++'))
  expect(await project.run('develop')).toBe('')
  await symlink('/bin/true', join(project.programs, 'c++'))
  await bringNode(project.path)
  expect(await project.run('develop')).toBe('Building keytar, the addon of the keychain ...\n')
  expect(await project.asked()).toEqual([
    expect.stringMatching(/\/node_modules\/node-\S+ rebuild keytar --ignore-scripts=false/),
  ])
})

test('pkcs11js is built explicitly where something compiles, and needs no library', async ({ skip }) => {
  skip(process.platform !== 'linux', 'hardware modules are used on Linux alone')
  const locked = { 'node_modules/pkcs11js': { version: '2.0.0', optional: true } }
  await using project = await withRecorder(locked, locked)
  await mkdir(join(project.path, 'node_modules', 'pkcs11js'), { recursive: true })
  await rm(join(project.programs, 'c++'))
  expect(await project.run('develop'), 'control').toBe('')
  await symlink('/bin/true', join(project.programs, 'c++'))
  await rm(join(project.programs, 'pkg-config'))
  expect(await project.run('develop')).toBe('Building pkcs11js, the addon for hardware modules ...\n')
})

test('keytar that npm left out, since it could not be built, is installed once it can be', async () => {
  await using project = await withRecorder({ ...serving, ...keytar }, serving)
  await rm(join(project.programs, 'c++'))
  expect(await project.run('develop')).toBe('')
  await symlink('/bin/true', join(project.programs, 'c++'))
  expect(await project.run('start')).toBe('')
  expect(await project.run('develop')).toContain('Installing 2 packages')
  expect(await project.asked()).toEqual([expect.stringMatching(/^install --no-save --ignore-scripts .+--include=dev$/)])
})

test('if keytar cannot be built, the cause is stored, and the build is not repeated', async () => {
  await using project = await withRecorder(keytar, keytar)
  await mkdir(join(project.path, 'node_modules', 'keytar'), { recursive: true })
  await writeFile(join(project.programs, 'npm'), '#!/bin/sh\necho the cause >&2\nexit 1\n')
  const cause = join(project.path, 'node_modules', '.keytar-failed')
  expect(await project.run('develop')).toContain(`keytar could not be built: see ${cause}.`)
  expect(await readFile(cause, 'utf8')).toBe('the cause\n')
  expect(await project.run('develop')).toBe('')
})

test('a Node that is too old is reported before anything is installed, unless the packages include one', async () => {
  await using project = await withRecorder(serving)
  const asOld = { path: project.programs, flags: ['--import', pretence] }
  const refusal = bootstrap(project.path, 'start', asOld)
  await expect(refusal).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Node 24 is required: this is Node 20\.20\.2, and the packages bring none for .+\. Please install/,
    ),
  })
  expect(await project.asked()).toEqual([])
  await bringNode(project.path)
  expect(await bootstrap(project.path, 'start', asOld)).toContain('Installing')
})

test('Node is included in the packages on Linux and macOS, each with its hash', async () => {
  const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as { packages: Record<string, Package> }
  for (const name of ['linux-x64', 'linux-arm64', 'darwin-x64', 'bin-darwin-arm64'])
    expect(packages[`node_modules/node-${name}`]).toMatchObject({ integrity: expect.stringMatching(/^sha512-/) })
})

test('every locked package has its hash, except tools of development for other platforms', async () => {
  const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as { packages: Record<string, Package> }
  const bare = Object.entries(packages).filter(([place, { integrity }]) => place && !integrity)
  expect(bare.filter(([, { dev, os }]) => !dev || !os)).toEqual([])
})

test('no npm script sets a variable in POSIX-only syntax', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: object }
  expect(Object.values(scripts).filter((script) => /(^|&& )\w+=/.test(script))).toEqual([])
})

test('the lockfile lists every optional peer package, otherwise a clean install refuses it', async () => {
  const { packages } = JSON.parse(await readFile(lockfile, 'utf8')) as { packages: Record<string, Package> }
  const asked = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  )
  expect(asked.length).toBeGreaterThan(20)
  const isNamed = ({ path, name }: { path: string; name: string }) =>
    [path, ''].some((folder) => packages[`${folder && `${folder}/`}node_modules/${name}`])
  expect(asked.filter((each) => !isNamed(each))).toEqual([])
})

/** A header of a package that brings Node. */
async function bringHeader(folder: string, header: string): Promise<string> {
  const file = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'include', 'node', header)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  return file
}

test("an installation leaves out the headers of OpenSSL in Node's package, and keeps those that addons need", async () => {
  await using project = await withRecorder(serving)
  await bringNode(project.path)
  const ofOpenssl = await bringHeader(project.path, 'openssl/archs/linux-x86_64/no-asm/include/openssl/ssl.h')
  const ofNode = await bringHeader(project.path, 'node_api.h')
  expect(await project.run('start')).toContain('Installing 1 packages')
  expect(existsSync(ofOpenssl)).toBe(false)
  expect(existsSync(ofNode)).toBe(true)
})

test('npm finds the command of the checkout', async () => {
  const commands = await readdir(fileURLToPath(new URL('../../node_modules/.bin', import.meta.url)))
  expect(commands).toContain('strongroom')
})
