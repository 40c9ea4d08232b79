// @module-tag long
import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lacking } from '../missing.ts'
import { fuseWire } from '../stub-electron.ts'
import { makeNsis } from './make-nsis.ts'
import { type Path, startWindows, type Windows } from './wine.ts'

const noCompiler = lacking('makensis')
const noWindows = lacking('makensis', 'wine', 'wineserver')
const entry = String.raw`C:\Program Files\Strongroom\bin`
const system = String.raw`%SystemRoot%\system32;%SystemRoot%`
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-windows-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test("what the installer does beyond electron-builder's own compiles without a warning", ({ skip }) => {
  skip(noCompiler !== null, noCompiler ?? undefined)
  makeNsis('setup', join(folder, 'installer-x86.exe'), 'x86-unicode')
})

describe('on Windows simulated by Wine', () => {
  let windows: Windows | null = null
  const on = () => {
    if (!windows) throw new Error('not started')
    return windows
  }
  const succeed = async (...command: readonly string[]) =>
    expect(await on().run(...command)).toMatchObject({ status: 0 })
  const install = () => succeed(join(folder, 'installer.exe'))
  const uninstall = () => succeed(`${entry}\\..\\Uninstall Strongroom.exe`, '/S', String.raw`_?=C:\windows`)

  beforeAll(async () => {
    if (noWindows) return
    mkdirSync(join(folder, 'electron'))
    makeNsis('setup', join(folder, 'installer.exe'), 'amd64-unicode')
    writeFileSync(join(folder, 'electron/version'), '45.3.4')
    makeNsis('program', join(folder, 'electron/electron.exe'), 'amd64-unicode')
    appendFileSync(join(folder, 'electron/electron.exe'), fuseWire)
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../pack-for-child.ts'), 'windows', folder])
    windows = await startWindows(folder)
    cpSync(join(folder, 'output/win-unpacked'), join(windows.drive, 'Program Files/Strongroom'), { recursive: true })
  }, 900_000)
  beforeEach(({ skip }) => skip(noWindows !== null, noWindows ?? undefined))
  afterAll(() => windows?.end())

  const tools = Array.from({ length: 1000 }, (_, n) => `C:\\tools\\${n}`).join(';')
  test.each<[string, Path]>([
    ['of the usual kind', { type: 'REG_EXPAND_SZ', value: system }],
    ['longer than the strings of NSIS', { type: 'REG_EXPAND_SZ', value: `${system};${tools}` }],
    ['that ends with a semicolon', { type: 'REG_EXPAND_SZ', value: `${system};` }],
    ['of another type, with an entry alike', { type: 'REG_SZ', value: `C:\\windows;;${entry}aries` }],
  ])('an installation adds its folder once to a PATH %s, and uninstalling restores it', async (_kind, before) => {
    await on().setPath(before)
    await install()
    const added = { ...before, value: `${before.value};${entry}` }
    expect(await on().path()).toEqual(added)
    await install()
    expect(await on().path()).toEqual(added)
    await uninstall()
    expect(await on().path()).toEqual(before)
  })

  test('uninstalling removes its folder from any position in PATH, and no other', async () => {
    const value = [entry.toUpperCase(), 'C:\\a', `${entry}\\more`, entry, entry, 'C:\\b', entry].join(';')
    await on().setPath({ type: 'REG_SZ', value })
    await uninstall()
    expect(await on().path()).toEqual({ type: 'REG_SZ', value: `C:\\a;${entry}\\more;C:\\b` })
    await on().setPath({ type: 'REG_SZ', value: entry })
    await uninstall()
    expect(await on().path()).toEqual({ type: 'REG_SZ', value: '' })
  })

  test('a PATH that cannot be read is not written', async () => {
    await on().setPath(null)
    await install()
    await uninstall()
    expect(await on().path()).toBe(null)
  })

  test('a console opened afterwards finds the command, which passes on arguments and the exit code', async () => {
    await on().setPath({ type: 'REG_EXPAND_SZ', value: system })
    const command = ['cmd', '/c', 'strongroom', 'token', 'create', '--name', 'two words'] as const
    const called = join(on().drive, 'Program Files/Strongroom/called.txt')
    await on().run(...command)
    expect(existsSync(called)).toBe(false)
    await install()
    expect(await on().run(...command)).toEqual({ status: 7, stdout: '' })
    expect(readFileSync(called, 'utf16le')).toMatch(/Strongroom\.exe" -- token create --name "two words"\s*$/)
  })
})
