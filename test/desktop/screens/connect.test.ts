import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { openConsole } from '../harness/console.ts'
import { isInPage } from '../harness/secrets.ts'
import { createAuthority } from '../remote/certificates.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const dialogOf = (page: Page) => page.getByRole('dialog')

async function fillIn(page: Page, { name, url }: { readonly name: string; readonly url: string }): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Address' }).fill(url)
}

/** How each stage of the connection test ended, once none runs any more. */
async function testedStages(page: Page): Promise<Record<string, string>> {
  await press(page, /^Test (the connection|again)$/)
  await page.locator('ol[aria-busy=false] [data-stage=token]:is([data-status=passed], [data-status=skipped])').waitFor()
  const rows = await page.locator('[data-stage]').all()
  const pairs = rows.map(async (row) => [await row.getAttribute('data-stage'), await row.getAttribute('data-status')])
  return Object.fromEntries(await Promise.all(pairs))
}

/** Nobody listens there. */
const wrongPort = 'http://127.0.0.1:1'

const ended = (...statuses: readonly string[]) =>
  Object.fromEntries(
    ['name', 'connection', 'tls', 'service', 'version', 'token'].map((stage, at) => [stage, statuses[at]]),
  )

test('a first start leads over a tested server and a copied token to its custodians', async () => {
  await using console = await openConsole()
  const { page, electron } = console
  await page.getByRole('heading', { name: 'Welcome to Strongroom' }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Connect to a server')

  await press(page, 'Save and sign in')
  await page.getByText('must not be empty').waitFor()
  expect(await page.locator(':focus').getAttribute('data-path')).toBe('name')
  expect(await violationsOf(page)).toEqual([])

  await fillIn(page, { name: 'Custody desk', url: server.url })
  expect(await testedStages(page)).toEqual(ended('passed', 'passed', 'skipped', 'passed', 'passed', 'skipped'))
  await press(page, 'Save and sign in')
  const dialog = dialogOf(page)
  await dialog.getByText('Sign in to Custody desk').waitFor()
  expect(await violationsOf(page)).toEqual([])

  await electron.clipboard.write('no token at all')
  await press(page, 'Sign in with the copied token')
  await dialog.getByRole('alert').getByText('This is not an operator token').waitFor()
  expect(await page.locator(':focus').textContent()).toBe('Sign in with the copied token')

  const token = await server.token({ name: 'Grace', permissions: ['custodians:read', 'wallets:read'] })
  await electron.clipboard.write(token)
  await press(page, 'Sign in with the copied token')
  await dialog.getByText('Grace').waitFor()
  for (const told of ['custodians:read', 'wallets:read', 'whole platform', 'this session only'])
    expect(await dialog.getByText(told).count()).toBeGreaterThan(0)
  expect(await electron.clipboard.read()).toBe('')
  expect(await violationsOf(page)).toEqual([])

  await press(page, 'Go to the custodians')
  await page.getByText('Custodian 11').first().waitFor()
  expect(await isInPage(page, token)).toBe(false)
  await page.evaluate((text) => sessionStorage.setItem('control', text), token)
  expect(await isInPage(page, token)).toBe(true)
  expect(console.consoleComplaints).toEqual([])
  expect(console.mainErrors).toEqual([])
}, 60_000)

test('a connection test stops where the way ends, says why, and lets the server be saved all the same', async () => {
  await using console = await openConsole({ url: server.url, token: await server.token() })
  const { page } = console
  await page.getByRole('link', { name: 'Servers' }).click()
  await press(page, 'Edit Custody desk')
  expect(await testedStages(page)).toEqual(ended('passed', 'passed', 'skipped', 'passed', 'passed', 'passed'))

  await fillIn(page, { name: 'Custody desk', url: wrongPort })
  await page.locator('[data-stage=token][data-status=waiting]').waitFor()
  expect(await testedStages(page)).toEqual(ended('passed', 'failed', 'skipped', 'skipped', 'skipped', 'skipped'))
  expect(await page.locator('[data-stage=connection]').textContent()).toMatch(/Check/)
  await page.getByText('can be saved all the same').waitFor()
  await press(page, 'Save')
  await page.getByText('Not signed in').waitFor()
  expect(await page.getByText(wrongPort).count()).toBeGreaterThan(0)
})

test('a server with a certificate of a private authority is trusted once the file of that authority is chosen', async () => {
  await using authority = await createAuthority()
  await using stranger = await createAuthority('Somebody Else')
  const { key, cert } = await authority.sign()
  await using console = await openConsole()
  const keyFile = join(console.userData, 'key.pem')
  const certFile = join(console.userData, 'cert.pem')
  await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)])
  await using safe = await startTestServer({ tls: { keyFile, certFile } })
  const { page, electron } = console
  const choose = async (caFile: string) => {
    await electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [caFile] })
    await press(page, /^Choose (a file|another)/)
    await page.getByText(caFile).waitFor()
  }
  const untrusted = ended('passed', 'passed', 'failed', 'skipped', 'skipped', 'skipped')

  await press(page, 'Connect to a server')
  await fillIn(page, { name: 'Safe desk', url: safe.url })
  expect(await testedStages(page)).toEqual(untrusted)
  await choose(stranger.caFile)
  expect(await testedStages(page)).toEqual(untrusted)
  await choose(authority.caFile)
  expect(await testedStages(page)).toEqual(ended('passed', 'passed', 'passed', 'passed', 'passed', 'skipped'))
  await press(page, 'Trust the system instead')
  expect(await testedStages(page)).toEqual(untrusted)
})

test('a token revoked while a page is open is asked for again over that page, which stays as it is', async () => {
  const first = await server.token({ name: 'first' })
  await using console = await openConsole({ url: server.url, token: first })
  const { page, electron } = console
  await page.getByText('Custodian 11').first().waitFor()
  const search = page.getByRole('searchbox')
  await search.fill('12')
  await server.app.store.revokeToken({ token: 'first', actor: 'test', at: Date.now() })
  // By key: what the page reads beside the custodians may bring the dialog before a click.
  await page.keyboard.press('ControlOrMeta+r')

  const dialog = dialogOf(page)
  await dialog.getByText('Sign in again to Custody desk').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Later')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByText('Custodian 12').count()).toBeGreaterThan(0)
  await press(page, 'Refresh')
  await electron.clipboard.write(first)
  await press(page, 'Sign in with the copied token')
  await dialog.getByRole('alert').getByText('This operator token was revoked').waitFor()
  await electron.clipboard.write(await server.token({ name: 'second' }))
  await press(page, 'Sign in with the copied token')
  await press(page, 'Go on')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Custodian 12').first().waitFor()
  expect(await search.inputValue()).toBe('12')
  expect(await page.getByText('Shown below is what was read last').count()).toBe(0)
})

test('what another token read is gone once one signs in that may not read it', async () => {
  const former = await server.token({ name: 'former', permissions: ['custodians:read'] })
  await using console = await openConsole({ url: server.url, token: former })
  const { page, electron } = console
  await page.getByText('Custodian 11').first().waitFor()
  await server.app.store.revokeToken({ token: 'former', actor: 'test', at: Date.now() })
  await press(page, 'Refresh')
  await dialogOf(page).getByText('Sign in again to Custody desk').waitFor()
  expect(await page.getByText('Custodian 11').count()).toBeGreaterThan(0)
  await electron.clipboard.write(await server.token({ name: 'lesser', permissions: ['wallets:read'] }))
  await press(page, 'Sign in with the copied token')
  await press(page, 'Go on')
  await page.getByRole('alert').getByText('custodians:read').first().waitFor()
  expect(await page.getByText('Custodian 11').count()).toBe(0)
})

test('servers are chosen, left and removed in the list, and what one answered is not shown as the other’s', async () => {
  await using other = await startTestServer()
  await other.app.store.putTenants([{ tenantId: '1' as never, name: 'Third Trust' }])
  await using console = await openConsole({ url: server.url, token: await server.token({ name: 'Ada' }) })
  const { page, electron } = console
  await page.getByRole('link', { name: 'Servers' }).click()
  await page.getByText('Signed in as Ada').waitFor()
  await press(page, 'Add a server')
  await fillIn(page, { name: 'Other desk', url: other.url })
  await press(page, 'Save and sign in')
  const token = await other.token({ name: 'Grace' })
  const file = join(console.userData, 'token.txt')
  await writeFile(file, `${token}\n`, { mode: 0o600 })
  await electron.dialogs.queue('showOpenDialog', { canceled: false, filePaths: [file] })
  await press(page, 'From a file …')
  await dialogOf(page).getByText('Grace').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Signed in as Grace').waitFor()
  expect(await page.getByText('Signed in as Ada').count()).toBe(0)
  expect(await violationsOf(page)).toEqual([])

  await press(page, 'Use Custody desk')
  await page.getByText('Signed in as Ada').waitFor()
  await press(page, 'Sign out of Custody desk')
  // Without a keychain nobody knows what it holds.
  await page.getByText('what the keychain still holds of it is erased as soon as the keychain works').waitFor()
  expect(await page.getByText('its token was erased').count()).toBe(0)
  await page.getByRole('button', { name: 'Sign in to Custody desk' }).waitFor()

  await press(page, 'Remove Other desk')
  await press(page, 'Keep it')
  await dialogOf(page).waitFor({ state: 'detached' })
  await press(page, 'Remove Other desk')
  expect(await violationsOf(page)).toEqual([])
  await press(page, 'Remove and erase the token')
  await page.getByText('Other desk was removed. Its token is used no more').waitFor()
  expect(await page.getByRole('button', { name: 'Remove Other desk' }).count()).toBe(0)
  expect(await page.locator(':focus').textContent()).toBe('Add a server')
})
