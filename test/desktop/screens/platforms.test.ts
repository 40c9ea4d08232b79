import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { missingMocks, startLogind } from '../harness/desktop-services.ts'
import { t } from '../harness/words.ts'
import type { MenuEntry } from '../host/electron/menu.ts'

const saveSettings = `window.strongroom.settings({ lockAfterMinutes: 7, rotationDueDays: 90, colourScheme: 'auto' })`
const debugging = ['remote-debugging-port', 'remote-debugging-pipe']

const flat = (entries: readonly MenuEntry[]): MenuEntry[] => entries.flatMap((one) => [one, ...flat(one.submenu ?? [])])
const menuOf = async ({ electron }: OpenConsole) => flat((await electron.menu.entries()) ?? [])

/** What the settings say of the lock of the screen. */
async function promiseIs({ page }: OpenConsole, promise: string): Promise<void> {
  await page.getByRole('link', { name: t('common:settings'), exact: true }).click()
  await page.getByText(promise).waitFor()
}

// Each waits for main's next look at a screen, which takes seconds and none of the processor.
const untilLocked = ({ page }: OpenConsole) => page.getByText(t('lock:reasons.screen')).waitFor()

test.concurrent('on Windows the console stores data outside the roaming profile, has one taskbar button, and locks with the screen', async ({
  expect,
}) => {
  await using folder = await temporaryFolder()
  const [userData, local] = ['Roaming', 'Local'].map((name) => join(folder.path, name, 'strongroom')) as [
    string,
    string,
  ]
  const env = { LOCALAPPDATA: join(folder.path, 'Local') }
  await using console = await openConsole({ platform: 'win32', userData, env })
  expect(await console.electron.app.about()).toMatchObject({
    userData: local,
    sessionData: local,
    userModelId: 'app.strongroom.console', // appId of electron-builder.yml
  })
  expect(await console.page.evaluate(saveSettings)).toMatchObject({ ok: true })
  expect([userData, local].map((at) => existsSync(join(at, 'console.json')))).toEqual([false, true])
  await promiseIs(console, t('settings:lockingAbout.system'))
  await console.electron.power.fire('lock-screen')
  await untilLocked(console)
})

test.concurrent('on macOS the menu closes and arranges windows without taking keys from fields, and the console locks with the screen', async ({
  expect,
}) => {
  await using console = await openConsole({ platform: 'darwin' })
  const entries = await menuOf(console)
  // Electron registers every accelerator there: a `?` would be taken from a field.
  expect(entries.filter(({ accelerator = '+' }) => !`${accelerator}`.includes('+'))).toEqual([])
  expect(entries.map(({ role }) => role)).toEqual(expect.arrayContaining(['appMenu', 'windowMenu', 'close']))
  await promiseIs(console, t('settings:lockingAbout.system'))
  await console.electron.power.fire('lock-screen')
  await untilLocked(console)
})

test.concurrent('on Linux without logind the console does not promise to lock with the screen, and an X screen saver locks it', async ({
  expect,
}) => {
  await using console = await openConsole({ platform: 'linux', args: debugging.map((name) => `--${name}=0`) })
  const { electron } = console
  const { userData, userModelId, switches } = await electron.app.about()
  expect([userData, userModelId]).toEqual([console.userData, null])
  // The control to the packaged console below.
  expect(switches).toEqual(debugging)
  expect(await electron.session.checksSpelling()).toBe(false)
  const named = (await menuOf(console)).filter(({ accelerator }) => accelerator === '?')
  expect(named).toMatchObject([{ registerAccelerator: false }])
  await expect(electron.power.fire('lock-screen')).rejects.toThrow('Electron has no lock-screen on linux.')
  await promiseIs(console, t('settings:lockingAbout.none'))
  await electron.power.setScreenSaver(true)
  await untilLocked(console)
})

test.concurrent('on Linux with logind the console promises to lock, and locks, when logind reports a locked screen', async ({
  skip,
}) => {
  skip(missingMocks !== null, missingMocks ?? undefined)
  await using logind = await startLogind()
  await using console = await openConsole({ platform: 'linux', env: logind.env })
  await promiseIs(console, t('settings:lockingAbout.desktop'))
  await logind.setLockedHint(true)
  await untilLocked(console)
})

test.concurrent('a packaged console removes the switches that open its page to a debugger', async ({ expect }) => {
  await using console = await openConsole({ packaged: true, args: debugging.map((name) => `--${name}=0`) })
  expect((await console.electron.app.about()).switches).toEqual([])
})
