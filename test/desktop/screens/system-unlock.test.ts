import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test } from '../../harness/fixtures.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { openConsole } from '../harness/console.ts'
import { missingMocks, startLogind } from '../harness/desktop-services.ts'
import { t } from '../harness/words.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const title = (page: Page) => page.getByRole('heading', { name: t('lock:title') })
const custodian = (page: Page) => page.getByText('Custodian 11').first()
const press = `window.strongroom.lock({ do: 'unlock-with', source: 'system' })`

test('on a Mac, Touch ID chosen at sign-in unlocks the console, and no token is asked for', async ({ server }) => {
  await using console = await openConsole({ platform: 'darwin', url: server.url })
  const { page, electron } = console
  await electron.touchId.enrol(true)
  await electron.clipboard.write(await server.token())
  await button(page, t('connect:fromClipboard')).click()
  await page.getByText(`${t('connect:systemOffer')} ${t('settings:systemUnlockAbout.touchId')}`).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await button(page, t('settings:systemUnlock')).click()
  await button(page, t('connect:choosePassphrase')).waitFor({ state: 'detached' })
  await button(page, t('connect:goOn')).click()
  await custodian(page).waitFor()

  await electron.power.fire('lock-screen')
  const finger = button(page, t('lock:withTouchId'))
  await finger.and(page.locator(':focus')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await electron.touchId.queue(false)
  await page.keyboard.press('Enter')
  await page.getByText(t('lock:still.notConfirmed')).waitFor()
  await electron.touchId.queue(true)
  await finger.click()
  await custodian(page).waitFor()
  expect(await electron.touchId.asked()).toEqual([t('lock:touchIdReason'), t('lock:touchIdReason')])
})

test('on a Mac without Touch ID, or where the settings do not allow it, no finger unlocks the console', async ({
  server,
}) => {
  await using console = await openConsole({ platform: 'darwin', url: server.url, token: await server.token() })
  const { page, electron } = console
  await custodian(page).waitFor()
  await electron.touchId.enrol(true)
  await electron.touchId.queue(true)
  await button(page, t('common:lock')).click()
  await title(page).waitFor()
  expect(await button(page, t('lock:withTouchId')).count()).toBe(0)
  const notAllowed = { ok: false, error: { info: [t('lock:still.systemNotAllowed')] } }
  expect(await page.evaluate(press)).toMatchObject(notAllowed)
  await electron.power.fire('unlock-screen')
  await electron.touchId.enrol(false)
  expect(await page.evaluate(press)).toMatchObject({ ok: false, error: { info: [t('lock:still.noTouchId')] } })
  expect(await title(page).count()).toBe(1)
})

test('on Windows, unlocking the screen also unlocks the console, after a sleep too', async ({ server }) => {
  await using folder = await temporaryFolder()
  await using console = await openConsole({
    settings: { unlocksWithSystem: true },
    platform: 'win32',
    userData: join(folder.path, 'strongroom'),
    env: { LOCALAPPDATA: folder.path },
    url: server.url,
    token: await server.token(),
  })
  const { page, electron } = console
  await custodian(page).waitFor()
  await electron.power.fire('lock-screen')
  await electron.power.fire('suspend')
  await page.getByText(t('lock:orScreen')).waitFor()
  expect(await button(page, t('lock:withTouchId')).count()).toBe(0)
  await electron.power.fire('resume')
  expect(await title(page).count()).toBe(1)
  await electron.power.fire('unlock-screen')
  await custodian(page).waitFor()
})

test('on Linux with logind, unlocking the screen also unlocks the console, and without it that is not offered', async ({
  server,
  skip,
}) => {
  skip(missingMocks !== null, missingMocks ?? undefined)
  await using logind = await startLogind()
  const options = { platform: 'linux', url: server.url, token: await server.token(), env: logind.env } as const
  await using console = await openConsole(options)
  const { page } = console
  await page.getByRole('link', { name: t('common:settings'), exact: true }).click()
  const choice = page.getByRole('switch', { name: t('settings:systemUnlock') })
  await page.getByText(t('settings:systemUnlockAbout.screen')).waitFor()
  await choice.click()
  await logind.setLockedHint(true)
  await title(page).waitFor()
  await logind.setLockedHint(false)
  await choice.waitFor()
  await logind.end()
  await page.getByText(t('settings:systemUnlockAbout.none')).waitFor()
  expect(await choice.isEnabled(), 'it can be turned off').toBe(true)
  await choice.click()
  await expect.poll(() => choice.isDisabled()).toBe(true)
})
