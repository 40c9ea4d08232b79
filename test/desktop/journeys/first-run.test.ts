// @module-tag long
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { strongroom } from '../../harness/cli.ts'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { skipWithout } from '../../required.ts'
import { isSandboxed } from '../harness/renderer-sandbox.ts'
import { t } from '../harness/words.ts'
import { noElectron, openOnElectron } from './electron-stage.ts'
import { hosts } from './hosts.ts'
import type { JourneyHost, JourneyHostOptions } from './journey-host.ts'
import { backUp, importTenants, killServer, startDemo, writeTenants } from './this-machine-journey.ts'

type Open = (options?: JourneyHostOptions) => Promise<JourneyHost>

const press = ({ page }: JourneyHost, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opened with the server known, and signed in. */
async function openSignedIn(open: Open, server: TestServer): Promise<JourneyHost> {
  const stage = await open({ url: server.url })
  await stage.copy(await server.token({ name: 'Ada' }))
  await press(stage, t('connect:fromClipboard'))
  await press(stage, t('connect:goOn'))
  await custodian(stage).waitFor()
  return stage
}

const custodian = ({ page }: JourneyHost) => page.getByText('Custodian 11').first()

/** Begins a rotation whose provider answers only once it may. */
async function beginRotation(stage: JourneyHost, server: TestServer) {
  const arrived = Promise.withResolvers<void>()
  const provider = Promise.withResolvers<void>()
  server.simulator.onRequest(async () => {
    arrived.resolve()
    await provider.promise
  })
  const { activeProfileId } = JSON.parse(await readFile(join(stage.userData, 'console.json'), 'utf8'))
  const input = {
    tenantId: tenants.first,
    custodianId: custodians.fireblocks,
    ...(await server.credentials('fireblocks')),
  }
  const call = { profileId: activeProfileId, path: 'custodians.updateApiKeys', input }
  const answered = stage.page.evaluate(`window.strongroom.call(${JSON.stringify(call)})`).catch(() => null)
  await arrived.promise
  return { answered, letProviderAnswer: provider.resolve }
}

const keepOpen = 0
const closeAnyway = 1

describe.each(hosts)('on $host', ({ open, missing }) => {
  beforeEach(({ skip }) => skipWithout(missing, skip))

  test('the local server imports, backs up, and is restarted when killed', {
    timeout: 120_000,
  }, async ({ skip }) => {
    skip(process.platform !== 'linux', 'the process of the server is looked for in /proc')
    await using folder = await temporaryFolder()
    await using stage = await open()
    await startDemo(stage.page)
    await stage.chooseFile(await writeTenants(folder.path))
    await importTenants(stage.page)
    const backup = join(folder.path, 'backup.tar')
    await stage.chooseTarget(backup)
    await backUp(stage.page)
    expect((await readFile(backup)).length).toBeGreaterThan(100_000)
    expect(await stage.complaints()).toEqual([])
    await killServer(stage.page, stage.userData)
  })

  test('commands next to an open console print and exit as in the checkout', async () => {
    await using folder = await temporaryFolder()
    await using stage = await open()
    const data = ['--data', join(folder.path, 'data')]
    const made = await stage.command('demo', ...data)
    expect(made).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Created a demo in') })
    for (const args of [
      ['token', 'list', '--json', ...data],
      ['audit', 'verify', '--json', ...data],
      ['token', 'list', '--data', '/nowhere', '--json'],
      ['serve', '--port', 'x'],
      ['improt'],
      ['--help'],
    ]) {
      const { status, stdout, stderr } = await strongroom(args)
      expect(await stage.command(...args)).toEqual({ code: status, stdout, stderr })
    }
    const { code, stdout } = await stage.command('doctor', '--json', ...data)
    expect({ code, isJson: typeof JSON.parse(stdout) }).toEqual({ code: 0, isJson: 'object' })
    expect(await stage.complaints()).toEqual([])
  })

  test('the window is shown, and a second start shows it again and exits', async () => {
    await using stage = await open()
    await stage.page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
    await expect.poll(stage.isWindowVisible).toBe(true)
    await stage.hideWindow()
    expect(await stage.isWindowVisible()).toBe(false)
    expect(await stage.startAgain()).toEqual({ code: 0, stdout: '', stderr: '' })
    await expect.poll(stage.isWindowVisible).toBe(true)
    expect(await stage.complaints()).toEqual([])
  })

  test('a crashed page is reloaded and still signed in', async () => {
    await using server = await startTestServer()
    await using stage = await openSignedIn(open, server)
    const page = await stage.crashPage()
    await expect.poll(page.text).toContain('Custodian 11')
    expect(await stage.messages()).toEqual([])
  })

  test('the console locks when the machine goes to sleep', async () => {
    await using server = await startTestServer()
    await using stage = await openSignedIn(open, server)
    await stage.fallAsleep()
    await stage.page.getByText(t('lock:reasons.sleep')).waitFor()
    expect(await custodian(stage).count()).toBe(0)
    expect(await stage.complaints()).toEqual([])
  })

  test('quitting during a rotation asks first; kept open, it shows the result, and confirmed, it ends the console', async () => {
    await using server = await startTestServer()
    await using stage = await openSignedIn(open, server)
    const { answered, letProviderAnswer } = await beginRotation(stage, server)
    const asked = async (times: number) =>
      expect.poll(stage.messages).toEqual(Array(times).fill(t('system:quit.mutation.message')))
    await stage.chooseButton(keepOpen)
    await stage.quit()
    await asked(1)
    letProviderAnswer()
    expect(await answered).toMatchObject({ ok: true })

    const again = await beginRotation(stage, server)
    await stage.chooseButton(closeAnyway)
    await stage.quit()
    expect(await stage.ended).toBe(0)
    again.letProviderAnswer()
  })
})

test("on Electron, the page runs in Chromium's sandbox", async ({ skip }) => {
  skipWithout(noElectron, skip)
  skip(process.platform !== 'linux', 'the kernel of Linux is asked')
  skip(process.getuid?.() === 0, 'Electron starts without its sandbox as root')
  await using stage = await openOnElectron()
  expect(isSandboxed((await stage.pagePid()) ?? 0)).toBe(true)
  expect(isSandboxed(process.pid), 'the control').toBe(false)
})
