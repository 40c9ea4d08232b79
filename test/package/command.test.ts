import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeStubElectronApp } from './stub-electron-app.ts'

const isRoot = process.getuid?.() === 0
const nobody = isRoot ? { uid: 65534, gid: 65534 } : {}
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-command-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

type How = { readonly env?: NodeJS.ProcessEnv; readonly user?: object }

/** Runs an installed command; root runs it as nobody. */
function run(file: string, args: readonly string[], { env = {}, user = nobody }: How = {}) {
  const how = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', cwd: '/', ...user } as const
  const { status, stdout, stderr } = spawnSync(file, args, how)
  return { status, stdout, stderr }
}

/** Chromium then writes nothing below FATAL to standard error (base/logging.cc). */
const quiet = '--log-level=3'

const printed = (stdout: string) => ({ status: 0, stdout, stderr: '' })
const refused = (why: string) => ({ status: 1, stdout: '', stderr: expect.stringContaining(why) })

describe('the command of the deb', () => {
  const installed = '/opt/Strongroom/strongroom'
  const source = readFileSync(join(import.meta.dirname, '../../desktop/resources/linux/strongroom'), 'utf8')
  const command = (args: readonly string[], how?: How) => run(join(folder, 'strongroom'), args, how)

  beforeAll(() => {
    const console = join(folder, 'console')
    writeFileSync(console, '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    writeFileSync(join(folder, 'strongroom'), source.replace(installed, console), { mode: 0o755 })
  })

  test('opens the console where there is a display', () => {
    expect(source).toContain(installed)
    expect(command([], { env: { DISPLAY: ':0' } })).toEqual(printed('\n'))
    expect(command([], { env: { WAYLAND_DISPLAY: 'wayland-0' } })).toEqual(printed('\n'))
  })

  test('runs a server command without a display', () => {
    expect(command(['token', 'list'], { env: { DISPLAY: ':0' } })).toEqual(printed(`${quiet} token list\n`))
    const headless = '--ozone-platform=headless --disable-gpu'
    expect(command(['token', 'list'])).toEqual(printed(`${headless} ${quiet} token list\n`))
  })

  test('explains why it opens no window without a display', () => {
    expect(command([])).toEqual(refused('needs a display'))
  })

  test('does not run as root', ({ skip }) => {
    skip(!isRoot, 'root alone can try it')
    expect(command(['serve'], { user: {} })).toEqual(refused('not as root'))
  })
})

describe('the command of the app for macOS', () => {
  const launcher = () => join(folder, 'My Applications/Strongroom.app/Contents/Resources/bin/strongroom')

  beforeAll(async () => {
    makeStubElectronApp(join(folder, 'electron'))
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'pack-for-child.ts'), 'mac', folder])
    renameSync(join(folder, 'output/mac'), join(folder, 'My Applications'))
  })

  test('runs the console that contains it', () => {
    expect(run(launcher(), [])).toEqual(printed('\n'))
    const args = ['token', 'create', '--name', 'two  words']
    expect(run(launcher(), args)).toEqual(printed(`${quiet} token create --name two  words\n`))
  })

  test('is found through a link on the path, and through a link to that link', () => {
    const path = join(folder, 'usr local bin')
    mkdirSync(path)
    symlinkSync(launcher(), join(path, 'strongroom'))
    symlinkSync('strongroom', join(path, 'again'))
    symlinkSync('../usr local bin/again', join(path, 'once more'))
    const found = { env: { PATH: `${path}:${process.env.PATH}` } }
    for (const name of ['strongroom', 'again', 'once more'])
      expect(run('/bin/sh', ['-c', `"${name}" doctor`], found)).toEqual(printed(`${quiet} doctor\n`))
  })

  test('passes on the exit code of the command', () => {
    expect(run(launcher(), ['fail'])).toMatchObject({ status: 1 })
  })

  test('does not run as root', ({ skip }) => {
    skip(!isRoot, 'root alone can try it')
    expect(run(launcher(), ['serve'], { user: {} })).toEqual(refused('not as root'))
  })
})
