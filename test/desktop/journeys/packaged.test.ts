// @module-tag long
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getCurrentFuseWire } from '@electron/fuses'
import { expect, test } from 'vitest'
import { closedFuses } from '../../package/fuses.ts'
import { skipWithout } from '../../required.ts'
import { openOnPort } from '../harness/debugging-port.ts'
import { processesNaming } from '../harness/processes.ts'
import { isSandboxed, rendererPids } from '../harness/renderer-sandbox.ts'
import { killServer, startDemo } from './this-machine-journey.ts'

// The program as it is packaged, with its fuses, from its archive. Playwright's own way to start Electron needs an
// inspector that a fuse closes, so the twin is driven through a debugging port that only it keeps. On Linux; docs/first-run.md has the other systems.

const { STRONGROOM_TWIN: twin, STRONGROOM_PACKAGE: shipped } = process.env
const switches = ['--log-level=3', ...(process.env.STRONGROOM_ELECTRON_SWITCHES ?? '').split(' ').filter(Boolean)]
const programIn = (folder: string) => join(folder, 'strongroom')

const noTwin = twin
  ? null
  : 'STRONGROOM_TWIN names no folder that "npm run package -- --dir" made with STRONGROOM_KEEP_DEBUGGING_PORT=true'
const noPackage = shipped ? null : 'STRONGROOM_PACKAGE names no folder that "npm run package -- --dir" made'

async function openFolder() {
  const path = await mkdtemp(join(tmpdir(), 'strongroom-packaged-'))
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5 })
  return { args: [...switches, `--user-data-dir=${path}`], path, [Symbol.asyncDispose]: remove }
}

test('the test package loads its page from the archive, runs the local server and sandboxes the page', {
  timeout: 180_000,
}, async ({ skip }) => {
  skipWithout(noTwin, skip)
  await using folder = await openFolder()
  await using driven = await openOnPort({ command: [programIn(twin ?? '')], args: folder.args, env: process.env })
  const { page, browser } = driven
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  expect(page.url()).toMatch(/^app:\/\/console\//)
  await startDemo(page)
  expect(complaints).toEqual([])
  const pids = await rendererPids(browser)
  expect(pids.length).toBeGreaterThan(0)
  expect(pids.filter((pid) => !isSandboxed(pid))).toEqual([])
  await killServer(page, folder.path)
})

test('the shipped package opens no debugging port and sandboxes its page', async ({ skip }) => {
  skipWithout(noPackage, skip)
  await using folder = await openFolder()
  const command = [programIn(shipped ?? '')] as const
  const opened = openOnPort({ command: [...command], args: folder.args, env: process.env, timeout: 20_000 })
  const refused = expect(opened).rejects.toThrow('opened no debugging port')
  await expect.poll(() => renderersOf(folder.path).length).toBeGreaterThan(0)
  expect(renderersOf(folder.path).filter((pid) => !isSandboxed(pid))).toEqual([])
  await refused
})

/** The processes of its pages: a program that opens no port can only be looked at from outside. */
const renderersOf = (userData: string) =>
  processesNaming(userData)
    .filter(({ commandLine }) => commandLine.includes('--type=renderer'))
    .map(({ pid }) => pid)

test('the test package and the shipped one have the same fuses, all closed', async ({ skip }) => {
  skipWithout(noTwin ?? noPackage, skip)
  for (const folder of [twin, shipped])
    expect(await getCurrentFuseWire(programIn(folder ?? ''))).toMatchObject(closedFuses)
})

test('the shipped package runs commands without a display', async ({ skip }) => {
  skipWithout(noPackage, skip)
  await using folder = await openFolder()
  const { DISPLAY: _x11, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const args = ['--ozone-platform=headless', '--disable-gpu', ...folder.args]
  const run = (...command: readonly string[]) =>
    promisify(execFile)(programIn(shipped ?? ''), [...args, ...command, '--data', join(folder.path, 'data')], { env })
  expect((await run('demo')).stderr).toBe('')
  const { stdout, stderr } = await run('doctor', '--json')
  expect({ stderr, isJson: typeof JSON.parse(stdout) }).toEqual({ stderr: '', isJson: 'object' })
  await expect(run('improt')).rejects.toMatchObject({ code: 2 })
})
