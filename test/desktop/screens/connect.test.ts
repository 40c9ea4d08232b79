import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, reloadPage, startAgain } from '../harness/console.ts'
import { isInPage } from '../harness/secrets.ts'
import { t } from '../harness/words.ts'
import { createAuthority } from '../remote/certificates.ts'

const resources = new AsyncDisposableStack()
let server: TestServer
beforeAll(async () => {
  server = resources.use(await startTestServer())
})
afterAll(() => resources.disposeAsync())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const dialogOf = (page: Page) => page.getByRole('dialog')

async function fillIn(page: Page, { name, url }: { readonly name: string; readonly url: string }): Promise<void> {
  await page.getByRole('textbox', { name: t('connect:name') }).fill(name)
  await page.getByRole('textbox', { name: t('connect:address') }).fill(url)
}

/** How each stage of the connection test ended, once none runs any more. */
async function testedStages(page: Page): Promise<Record<string, string>> {
  const button = (name: string) => page.getByRole('button', { name })
  await button(t('connect:testRun'))
    .or(button(t('connect:testAgain')))
    .click()
  await page.locator('ol[aria-busy=false] [data-stage=token]:is([data-status=passed], [data-status=skipped])').waitFor()
  const rows = await page.locator('[data-stage]').all()
  const pairs = rows.map(async (row) => [await row.getAttribute('data-stage'), await row.getAttribute('data-status')])
  return Object.fromEntries(await Promise.all(pairs))
}

/** No server listens there. */
const wrongPort = 'http://127.0.0.1:1'

const ended = (...statuses: readonly string[]) =>
  Object.fromEntries(
    ['name', 'connection', 'tls', 'service', 'version', 'token'].map((stage, at) => [stage, statuses[at]]),
  )

describe('without a server', () => {
  let desk: OpenConsole
  beforeAll(async () => {
    desk = await openConsole()
  })
  afterAll(() => desk?.close())

  test('a server with a certificate of a private authority is trusted once the authority file is chosen', async () => {
    await using authority = await createAuthority()
    await using stranger = await createAuthority('Another Authority')
    const { key, cert } = await authority.sign()
    const keyFile = join(desk.userData, 'key.pem')
    const certFile = join(desk.userData, 'cert.pem')
    await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)])
    await using safe = await startTestServer({ tls: { keyFile, certFile } })
    const { page, electron } = desk
    const choose = async (button: string, caFile: string) => {
      await electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [caFile] })
      await press(page, button)
      await page.getByText(caFile).waitFor()
    }
    const untrusted = ended('passed', 'passed', 'failed', 'skipped', 'skipped', 'skipped')

    await press(page, t('connect:toServer'))
    await fillIn(page, { name: 'Safe desk', url: safe.url })
    expect(await testedStages(page)).toEqual(untrusted)
    await choose(t('connect:caPick'), stranger.caFile)
    expect(await testedStages(page)).toEqual(untrusted)
    await choose(t('connect:caOther'), authority.caFile)
    expect(await testedStages(page)).toEqual(ended('passed', 'passed', 'passed', 'passed', 'passed', 'skipped'))
    await press(page, t('connect:caDrop'))
    expect(await testedStages(page)).toEqual(untrusted)
  })

  test('a first start goes from a tested server and a copied token to the custodians', async () => {
    const { page, electron } = desk
    await page.evaluate(`location.hash = '#/'`)
    await reloadPage(desk)
    await page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
    expect(await page.getByRole('link', { name: t('common:custodians') }).count()).toBe(0)
    expect(await page.getByText(t('common:memoryOnly')).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('connect:toServer'))

    await press(page, t('connect:saveAndSignIn'))
    await page.getByText(t('common:rule.notEmpty')).waitFor()
    expect(await page.locator(':focus').getAttribute('data-path')).toBe('name')
    expect(await violationsOf(page)).toEqual([])

    await fillIn(page, { name: 'Custody desk', url: server.url })
    expect(await testedStages(page)).toEqual(ended('passed', 'passed', 'skipped', 'passed', 'passed', 'skipped'))
    await press(page, t('connect:saveAndSignIn'))
    const dialog = dialogOf(page)
    await dialog.getByText(t('connect:signInTo', { name: 'Custody desk' })).waitFor()
    expect(await violationsOf(page)).toEqual([])

    await electron.clipboard.write('no token at all')
    await press(page, t('connect:fromClipboard'))
    await dialog.getByRole('alert').getByText(t('consoleFailures:NotAToken.meaning')).waitFor()
    expect(await page.locator(':focus').textContent()).toBe(t('connect:fromClipboard'))

    const token = await server.token({ name: 'Grace', permissions: ['custodians:read', 'wallets:read'] })
    await electron.clipboard.write(token)
    await press(page, t('connect:fromClipboard'))
    await dialog.getByText('Grace').waitFor()
    for (const text of ['custodians:read', 'wallets:read', t('connect:ofPlatform'), t('connect:memory')])
      expect(await dialog.getByText(text).count()).toBeGreaterThan(0)
    expect(await electron.clipboard.read()).toBe('')
    expect(await violationsOf(page)).toEqual([])

    await press(page, t('connect:toHome'))
    await page.getByText('Custodian 11').first().waitFor()
    expect(await isInPage(page, token)).toBe(false)
    await page.evaluate((text) => sessionStorage.setItem('control', text), token)
    expect(await isInPage(page, token)).toBe(true)
    expect(desk.consoleComplaints).toEqual([])
    expect(desk.mainErrors).toEqual([])
  })
})

describe('with a server', () => {
  let desk: OpenConsole
  beforeAll(async () => {
    desk = await openConsole({ url: server.url })
  })
  afterAll(() => desk?.close())

  test('a token revoked while a page is open is asked for again in a dialog, and the page is unchanged', async () => {
    const first = await server.token({ name: 'first' })
    await startAgain(desk, first)
    const { page, electron } = desk
    await page.getByRole('link', { name: t('common:custodians'), exact: true }).click()
    const search = page.getByRole('searchbox')
    await search.fill('12')
    await server.app.store.revokeToken({ token: 'first', actor: 'test', at: Date.now() })
    // By key: another request of the page may open the dialog before a click.
    await page.keyboard.press('ControlOrMeta+r')

    const dialog = dialogOf(page)
    await dialog.getByText(t('connect:signInAgain', { name: 'Custody desk' })).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('connect:later'))
    await dialog.waitFor({ state: 'detached' })
    expect(await page.getByText('Custodian 12').count()).toBeGreaterThan(0)
    await press(page, t('common:refresh'))
    await electron.clipboard.write(first)
    await press(page, t('connect:fromClipboard'))
    await dialog.getByRole('alert').getByText('This operator token was revoked').waitFor()
    await electron.clipboard.write(await server.token({ name: 'second' }))
    await press(page, t('connect:fromClipboard'))
    await page.getByRole('button', { name: t('connect:choosePassphrase') }).waitFor()
    await press(page, t('connect:goOn'))
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Custodian 12').first().waitFor()
    expect(await search.inputValue()).toBe('12')
    expect(await page.getByText(t('common:stale')).count()).toBe(0)
  })

  test('data of the previous token disappears on sign-in with a token that may not read it', async () => {
    const former = await server.token({ name: 'former', permissions: ['custodians:read'] })
    await desk.page.evaluate(`location.hash = '#/'`)
    await startAgain(desk, former)
    const { page, electron } = desk
    await page.getByText('Custodian 11').first().waitFor()
    await server.app.store.revokeToken({ token: 'former', actor: 'test', at: Date.now() })
    await press(page, t('common:refresh'))
    await dialogOf(page)
      .getByText(t('connect:signInAgain', { name: 'Custody desk' }))
      .waitFor()
    expect(await page.getByText('Custodian 11').count()).toBeGreaterThan(0)
    await electron.clipboard.write(await server.token({ name: 'lesser', permissions: ['wallets:read'] }))
    await press(page, t('connect:fromClipboard'))
    await page.getByText(t('connect:signedInTitle')).waitFor()
    expect(await page.getByRole('button', { name: t('connect:choosePassphrase') }).count(), 'declined before').toBe(0)
    await press(page, t('connect:goOn'))
    await page.getByRole('alert').getByText('custodians:read').first().waitFor()
    expect(await page.getByText('Custodian 11').count()).toBe(0)
  })

  test('servers are selected, signed out of and removed in the list, and data of one is never shown for another', async () => {
    await using other = await startTestServer()
    await other.app.store.putTenants([{ tenantId: '1' as never, name: 'Third Trust' }])
    await startAgain(desk, await server.token({ name: 'Ada' }))
    const { page, electron } = desk
    await page.getByRole('link', { name: t('common:connect'), exact: true }).click()
    await page.getByText(t('connect:signedInAs', { name: 'Ada' })).waitFor()
    await press(page, t('connect:add'))
    await fillIn(page, { name: 'Other desk', url: other.url })
    await press(page, t('connect:saveAndSignIn'))
    const token = await other.token({ name: 'Grace' })
    const file = join(desk.userData, 'token.txt')
    await writeFile(file, `${token}\n`, { mode: 0o600 })
    await electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [file] })
    await press(page, t('connect:fromFile'))
    await dialogOf(page).getByText('Grace').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(t('connect:signedInAs', { name: 'Grace' })).waitFor()
    expect(await page.getByText(t('connect:signedInAs', { name: 'Ada' })).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])

    await press(page, t('connect:useNamed', { name: 'Custody desk' }))
    await page.getByText(t('connect:signedInAs', { name: 'Ada' })).waitFor()
    await press(page, t('connect:signOutNamed', { name: 'Custody desk' }))
    // Without a keychain its content is unknown.
    await page.getByText(t('connect:signedOutUnerased', { name: 'Custody desk' })).waitFor()
    expect(await page.getByText(t('connect:signedOut', { name: 'Custody desk' })).count()).toBe(0)
    await page.getByRole('button', { name: t('connect:signInNamed', { name: 'Custody desk' }) }).waitFor()

    await press(page, t('connect:remove', { name: 'Other desk' }))
    await press(page, t('connect:cancel'))
    await dialogOf(page).waitFor({ state: 'detached' })
    await press(page, t('connect:remove', { name: 'Other desk' }))
    expect(await violationsOf(page)).toEqual([])
    await press(page, t('connect:removeConfirm'))
    await page.getByText(t('connect:removedUnerased', { name: 'Other desk' })).waitFor()
    expect(await page.getByRole('button', { name: t('connect:remove', { name: 'Other desk' }) }).count()).toBe(0)
    expect(await page.locator(':focus').textContent()).toBe(t('connect:add'))
  })

  test('a connection test stops at the failed stage, says why, and still lets the server be saved', async () => {
    await startAgain(desk, await server.token())
    const { page } = desk
    await page.getByRole('link', { name: t('common:connect'), exact: true }).click()
    await press(page, t('connect:edit', { name: 'Custody desk' }))
    expect(await testedStages(page)).toEqual(ended('passed', 'passed', 'skipped', 'passed', 'passed', 'passed'))

    await fillIn(page, { name: 'Custody desk', url: wrongPort })
    await page.locator('[data-stage=token][data-status=waiting]').waitFor()
    expect(await testedStages(page)).toEqual(ended('passed', 'failed', 'skipped', 'skipped', 'skipped', 'skipped'))
    expect(await page.locator('[data-stage=connection]').textContent()).toMatch(/Check/)
    await page.getByText(t('connect:saveAnyway')).waitFor()
    await press(page, t('connect:save'))
    await page.getByText(t('connect:notSignedIn')).waitFor()
    expect(await page.getByText(wrongPort).count()).toBeGreaterThan(0)
  })
})
