import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { openConsole } from '../harness/console.ts'
import { missingHere, startDesktop } from '../tokens/keyring.ts'
import { follow, printOf } from '../tokens/orders.ts'

beforeEach(({ skip }) => skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const custodian = (page: Page) => page.getByText('Custodian 11').first()
const memoryNotice = (page: Page) => page.getByText('Tokens are kept for this session only.')

/** A folder of the console that outlives its starts. */
async function createUserData(): Promise<AsyncDisposable & { readonly userData: string }> {
  const userData = await mkdtemp(join(tmpdir(), 'strongroom-kept-'))
  return { userData, [Symbol.asyncDispose]: () => rm(userData, { recursive: true }) }
}

test('a token signs in again after a restart of the console, and is gone from the keychain after signing out', async () => {
  await using desktop = await startDesktop()
  await desktop.startKeyring('password')
  await using kept = await createUserData()
  const start = () => openConsole({ userData: kept.userData, env: desktop.env })
  const token = await server.token({ name: 'Ada' })
  let id: string
  const inKeychain = async () => (await follow(desktop, [{ do: 'read', id }])).outcomes
  {
    await using first = await openConsole({ ...kept, env: desktop.env, url: server.url })
    const { page, electron } = first
    await electron.clipboard.write(token)
    await press(page, 'Sign in with the copied token')
    await page.getByRole('dialog').getByText('the keychain of this system').waitFor()
    await press(page, 'Go on')
    await custodian(page).waitFor()
    expect(await memoryNotice(page).count()).toBe(0)
    id = first.profileId
    expect(await inKeychain()).toEqual([printOf(token)])
  }
  {
    await using second = await start()
    await custodian(second.page).waitFor()
    await goTo(second.page, 'Servers')
    await second.page.getByText('Signed in as Ada').waitFor()
    await press(second.page, 'Sign out of Custody desk')
    await second.page.getByText('its token was erased').waitFor()
    expect(await inKeychain()).toEqual(['none'])
  }
  await using third = await start()
  await third.page.getByRole('dialog').getByText('Not signed in').waitFor()
  expect(await custodian(third.page).count()).toBe(0)
})

test('a locked keychain is named at the start and loses nothing: unlocked, it signs in again', async () => {
  await using desktop = await startDesktop()
  const keyring = await desktop.startKeyring('password')
  await using kept = await createUserData()
  const token = await server.token({ name: 'Grace' })
  {
    await using first = await openConsole({ ...kept, env: desktop.env, url: server.url, token })
    await custodian(first.page).waitFor()
  }
  await keyring.lock()
  {
    await using second = await openConsole({ ...kept, env: desktop.env })
    const { page } = second
    await memoryNotice(page).waitFor()
    await page.getByRole('dialog').getByText('The keychain is locked, so operator tokens are kept in memory').waitFor()
    await press(page, 'Later')
    await goTo(page, 'Why, and what to do')
    await page.getByText('Unlock it, then check again.').waitFor()
    expect(await violationsOf(page)).toEqual([])
  }
  await keyring.end()
  await desktop.startKeyring('password')
  await using third = await openConsole({ ...kept, env: desktop.env })
  await custodian(third.page).waitFor()
  expect(await memoryNotice(third.page).count()).toBe(0)
})
