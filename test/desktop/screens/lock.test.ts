import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mintToken } from '../../../server/access/token-text.ts'
import { missingHere, startDesktop } from '../../harness/keyring.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'
import { runConsole } from '../lock/run.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const title = (page: Page) => page.getByRole('heading', { name: t('lock:title') })
const custodian = (page: Page) => page.getByText('Custodian 11').first()

/** A notification, which stays as long as the pointer is on it. */
async function notified(page: Page): Promise<Locator> {
  await page.evaluate(`location.hash = '#/settings'`)
  await press(page, t('settings:copyReport'))
  const notification = page.getByText(t('settings:reportCopied'))
  await notification.hover()
  return notification
}

describe('with a server', () => {
  let server: TestServer
  let desk: OpenConsole
  beforeAll(async () => {
    server = await startTestServer()
    desk = await openConsole({ url: server.url })
  })
  afterAll(async () => {
    await desk?.close()
    await server?.[Symbol.asyncDispose]()
  })

  test('a passphrase chosen at sign-in unlocks the console after an idle lock, and no token is asked for', async () => {
    const { page, electron } = desk
    const passphrase = `horse ${mintToken().slice(4, 20)}`
    await electron.clipboard.write(await server.token())
    await press(page, t('connect:fromClipboard'))
    await press(page, t('connect:choosePassphrase'))
    const first = page.getByLabel(t('settings:passphrase'))
    await first.and(page.locator(':focus')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type(passphrase)
    await page.getByLabel(t('settings:passphraseAgain')).fill(passphrase)
    await press(page, t('settings:passphraseSetIt'))
    await page.getByText(t('settings:passphraseSet')).waitFor()
    expect(await page.getByRole('button', { name: t('connect:choosePassphrase') }).count()).toBe(0)
    await press(page, t('connect:goOn'))
    await custodian(page).waitFor()

    await electron.power.setIdleSeconds(601)
    await page.getByText(t('lock:reasons.idle')).waitFor()
    await electron.power.setIdleSeconds(0)
    await page.keyboard.type('wrong one')
    await page.keyboard.press('Enter')
    await page.getByText(t('lock:attemptsLeft', { count: 9 })).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.type(passphrase)
    await page.keyboard.press('Enter')
    await custodian(page).waitFor()
    const removal = JSON.stringify({ do: 'set-passphrase', passphrase: null, current: passphrase })
    expect(await page.evaluate(`window.strongroom.lock(${removal})`)).toMatchObject({ ok: true })
  })

  test('a locked console shows only the lock, and unlocks only with the token of its server', async () => {
    const { page, electron } = desk
    const token = await server.token()
    await startAgain(desk, token)
    await custodian(page).waitFor()
    const notification = await notified(page)
    await page.evaluate(`location.hash = '#/custodians'`)
    await custodian(page).waitFor()
    expect(await notification.count()).toBe(1)
    await page.keyboard.press('ControlOrMeta+l')
    await title(page).waitFor()
    await page.getByText(t('lock:reasons.asked')).waitFor()
    expect([await custodian(page).count(), await notification.count()]).toEqual([0, 0])
    expect(await page.locator(':focus').textContent()).toBe(t('lock:fromClipboard'))
    expect(await violationsOf(page)).toEqual([])

    await electron.clipboard.write(mintToken())
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText(t('consoleFailures:NotUnlocked.meaning')).waitFor()
    await electron.clipboard.write(token)
    await electron.selection.write(`$ ${token}\n`)
    await press(page, t('lock:fromClipboard'))
    await custodian(page).waitFor()
    expect([await electron.clipboard.read(), await electron.selection.read()]).toEqual(['', ''])

    await electron.power.fire('suspend')
    await page.getByText(t('lock:reasons.sleep')).waitFor()
    await press(page, t('lock:signOut'))
    await title(page).waitFor({ state: 'detached' })
    expect(await custodian(page).count()).toBe(0)
  })

  test('a wrong passphrase starts a wait shown in seconds, and the right one unlocks the console', async () => {
    const { page, electron } = desk
    await page.evaluate(`location.hash = '#/custodians'`)
    await startAgain(desk, await server.token())
    const passphrase = `horse ${mintToken().slice(4, 20)}`
    await custodian(page).waitFor()
    await page.evaluate(`window.strongroom.lock({ do: 'set-passphrase', passphrase: ${JSON.stringify(passphrase)} })`)
    await electron.power.fire('suspend')
    await page.getByText(t('lock:reasons.sleep')).waitFor()
    const field = page.getByLabel(t('lock:passphrase'), { exact: true })
    const unlock = page.getByRole('button', { name: t('lock:unlock'), exact: true })
    expect(await page.locator(':focus').getAttribute('type')).toBe('password')

    const isTrying = page.locator('button[data-loading]')
    // Looked for from the start, for a busy machine may be late to look and the first wait is short.
    const waitShown = page.getByText(like('lock:wait')).waitFor()
    for (const tried of [1, 2, 3]) {
      await field.fill(`wrong ${tried}`)
      await page.keyboard.press('Enter')
      await isTrying.waitFor({ state: 'attached' })
      expect(await field.inputValue()).toBe('')
      await isTrying.waitFor({ state: 'detached' })
      await page.getByText(t('consoleFailures:NotUnlocked.meaning')).waitFor()
    }
    await waitShown
    expect(await violationsOf(page)).toEqual([])
    await field.fill(passphrase)
    await expect.poll(() => unlock.isEnabled()).toBe(true)
    await unlock.click()
    await custodian(page).waitFor()
  })
})

describe('with a keychain', () => {
  test('used-up attempts outlast a restart, and then only the token unlocks the console', async ({ skip }) => {
    skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`)
    await using server = await startTestServer()
    await using desktop = await startDesktop()
    await desktop.startKeyring('password')
    await using kept = await temporaryFolder()
    const token = await server.token()
    const options = { url: server.url, userData: kept.path, env: desktop.env }
    const first = await openConsole({ ...options, token })
    const passphrase = `horse ${mintToken().slice(4, 20)}`
    await first.page.evaluate(`window.strongroom.lock({ do: 'set-passphrase', passphrase: '${passphrase}' })`)
    await first.close()
    await runConsole(desktop, { attempts: Array(10).fill('wrong'), skipsWaits: true })

    const { url: _, ...again } = options
    await using second = await openConsole(again)
    const { page, electron } = second
    await page.getByText(t('lock:noAttempts')).waitFor()
    await page
      .getByRole('button', { name: t('lock:fromClipboard') })
      .and(page.locator(':focus'))
      .waitFor()
    expect(await page.getByLabel(t('lock:passphrase'), { exact: true }).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    const tried = `window.strongroom.lock({ do: 'unlock', with: 'passphrase', passphrase: '${passphrase}' })`
    expect(await page.evaluate(tried)).toMatchObject({ ok: false, error: { info: [t('lock:still.needsTokenNow')] } })
    await electron.clipboard.write(token)
    await page.keyboard.press('Enter')
    await custodian(page).waitFor()
  })
})

describe('without a server', () => {
  let desk: OpenConsole
  let page: Page
  beforeAll(async () => {
    desk = await openConsole()
    page = desk.page
  })
  afterAll(() => desk?.close())

  test('a console without a server or passphrase unlocks with a button', async () => {
    await press(page, t('common:lock'))
    await title(page).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  })

  test('a passphrase is set once both fields are valid, and an error is shown at its field', async () => {
    await page.getByRole('link', { name: t('common:settings'), exact: true }).click()
    const first = page.getByLabel(t('settings:passphrase'))
    const again = page.getByLabel(t('settings:passphraseAgain'))
    const focused = page.locator(':focus')
    await press(page, t('settings:passphraseSetIt'))
    await page.getByText(t('common:rule.atLeast', { count: 8 })).waitFor()
    expect(await first.and(focused).count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    const passphrase = `horse ${mintToken().slice(4, 20)}`
    await first.fill(passphrase)
    await press(page, t('settings:passphraseSetIt'))
    await page.getByText(t('settings:passphraseDiffers')).waitFor()
    expect(await again.and(focused).count()).toBe(1)
    await again.fill(passphrase)
    await press(page, t('settings:passphraseSetIt'))
    await page.getByText(t('settings:passphraseSet')).waitFor()
    expect(await first.inputValue()).toBe('')

    await press(page, t('common:lock'))
    await press(page, t('lock:unlock'))
    await page.getByText(t('lock:needed')).waitFor()
    // No token opens it, so it says what else does.
    await page.getByText(t('lock:forgotten')).waitFor()
    await page.getByLabel(t('lock:passphrase'), { exact: true }).fill(passphrase)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: t('settings:title') }).waitFor()

    await first.fill(`${passphrase} 2`)
    await again.fill(`${passphrase} 2`)
    await press(page, t('settings:passphraseChange'))
    await page.getByText(t('consoleFailures:WrongPassphrase.meaning')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel(t('settings:passphraseCurrent')).fill(passphrase)
    await press(page, t('settings:passphraseChange'))
    // The notice of the first time may still be there.
    await expect.poll(() => page.getByLabel(t('settings:passphraseCurrent')).inputValue()).toBe('')
  })
})
