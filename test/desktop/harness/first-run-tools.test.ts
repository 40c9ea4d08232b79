import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { chromiumProgram, lacking } from '../../package/missing.ts'
import { type Driven, openOnPort } from './debugging-port.ts'
import { startWeston } from './displays.ts'
import { isSandboxed, rendererPids } from './renderer-sandbox.ts'

// A first run on Electron is driven with these. Where there is no Electron, the Chromium of this system shows that they
// work: on displays without a screen, through its debugging port, in its sandbox, under an ordinary user.

const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const chromium = chromiumProgram ?? 'chromium'
const address = 'data:text/html,<h1>Drawn</h1>'

/** A folder that the ordinary user may write, for profile and socket. */
async function openHome() {
  const folder = await temporaryFolder()
  await chmod(folder.path, user.uid === undefined ? 0o700 : 0o777)
  const profile = [`--user-data-dir=${join(folder.path, 'profile')}`, '--no-first-run', '--disable-gpu', address]
  return { ...folder, profile, env: { PATH: process.env.PATH, HOME: folder.path, XDG_RUNTIME_DIR: folder.path } }
}

/** Whether each process of a page is; they are the same. */
async function arePagesSandboxed({ browser }: Driven): Promise<boolean> {
  const [first, ...rest] = (await rendererPids(browser)).map(isSandboxed)
  expect(rest.filter((each) => each !== first)).toEqual([])
  return first === true
}

async function expectDrawn(driven: Driven): Promise<void> {
  await driven.page.getByRole('heading', { name: 'Drawn' }).waitFor()
  expect(await driven.page.evaluate('document.visibilityState')).toBe('visible')
  expect((await driven.page.screenshot()).length).toBeGreaterThan(1_000)
}

test('headless X11 draws a page in the sandbox, and outside it when the sandbox is off', async ({ skip }) => {
  const missing = lacking('xvfb-run', 'Xvfb', 'xauth')
  skip(missing !== null, missing ?? undefined)
  await using home = await openHome()
  const how = { command: ['xvfb-run', '-a', chromium], env: home.env, ...user } as const
  {
    await using driven = await openOnPort({ ...how, args: home.profile })
    await expectDrawn(driven)
    expect(await arePagesSandboxed(driven)).toBe(true)
  }
  await using control = await openOnPort({ ...how, args: ['--no-sandbox', ...home.profile] })
  expect(await arePagesSandboxed(control)).toBe(false)
})

test('headless Wayland draws a page in the sandbox', async ({ skip }) => {
  const missing = lacking('weston')
  skip(missing !== null, missing ?? undefined)
  await using home = await openHome()
  await using display = await startWeston({ home: home.path, user })
  const args = [...display.switches, ...home.profile]
  await using driven = await openOnPort({ command: [chromium], args, env: display.env, ...user })
  await expectDrawn(driven)
  expect(await arePagesSandboxed(driven)).toBe(true)
})

test('a program that opens no port is ended and its output reported', async () => {
  const command = ['/bin/sh', '-c', 'echo "no port here" >&2; exec sleep 600'] as const
  const opened = openOnPort({ command: [...command], args: [], timeout: 1_000 })
  await expect(opened).rejects.toThrow(/opened no debugging port. It printed: no port here/)
})
