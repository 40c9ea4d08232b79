import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const installed = '/opt/Strongroom/strongroom'
const source = readFileSync(new URL('../../desktop/resources/linux/strongroom', import.meta.url), 'utf8')
const isRoot = process.getuid?.() === 0
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strongroom-command-'))
  chmodSync(folder, 0o755)
  const console = join(folder, 'console')
  writeFileSync(console, '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
  writeFileSync(join(folder, 'strongroom'), source.replace(installed, console), { mode: 0o755 })
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the installed command on a console that only says what it was asked; root runs it as nobody. */
function command(args: readonly string[], env: NodeJS.ProcessEnv, user = isRoot ? { uid: 65534, gid: 65534 } : {}) {
  const how = { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8', cwd: '/', ...user } as const
  const { status, stdout, stderr } = spawnSync(join(folder, 'strongroom'), args, how)
  return { status, stdout, stderr }
}

const refused = (why: string) => ({ status: 1, stdout: '', stderr: expect.stringContaining(why) })

test('opens the console where there is a display', () => {
  expect(source).toContain(installed)
  expect(command([], { DISPLAY: ':0' })).toEqual({ status: 0, stdout: '\n', stderr: '' })
  expect(command([], { WAYLAND_DISPLAY: 'wayland-0' })).toEqual({ status: 0, stdout: '\n', stderr: '' })
})

test('runs a command of the server, and keeps Electron from looking for a display that is not there', () => {
  expect(command(['token', 'list'], { DISPLAY: ':0' }).stdout).toBe('token list\n')
  expect(command(['token', 'list'], {}).stdout).toBe('--ozone-platform=headless --disable-gpu token list\n')
})

test('says why it opens no window without a display', () => {
  expect(command([], {})).toEqual(refused('needs a display'))
})

test('does not run as root', ({ skip }) => {
  skip(!isRoot, 'root alone can try it')
  expect(command(['serve'], {}, {})).toEqual(refused('not as root'))
})
