// @module-tag long
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { missingHere, startDesktop } from '../../harness/keyring.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { skipWithout } from '../../required.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { like, t } from '../harness/words.ts'
import { follow, printOf } from '../tokens/orders.ts'
import { hosts } from './hosts.ts'
import type { JourneyHost } from './journey-host.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const custodian = (page: Page) => page.getByText('Custodian 11').first()
const memoryNotice = (page: Page) => page.getByText(t('common:memoryOnly'))

/** A folder of the console that outlives its starts. */
async function createUserData(): Promise<AsyncDisposable & { readonly userData: string }> {
  const userData = await mkdtemp(join(tmpdir(), 'strongroom-kept-'))
  return { userData, [Symbol.asyncDispose]: () => rm(userData, { recursive: true }) }
}

async function signIn({ page, copy }: JourneyHost, token: string): Promise<void> {
  await copy(token)
  await press(page, t('connect:fromClipboard'))
  await page.getByRole('dialog').getByText(t('connect:keychain')).waitFor()
  await press(page, t('connect:goOn'))
  await custodian(page).waitFor()
  expect(await memoryNotice(page).count()).toBe(0)
}

async function profileIn(userData: string): Promise<string> {
  return JSON.parse(await readFile(join(userData, 'console.json'), 'utf8')).activeProfileId
}

describe.each(hosts)('on $host', ({ open, missing }) => {
  beforeEach(({ skip }) => {
    skipWithout(missing, skip)
    skip(missingHere.length > 0, `no real keychain: ${missingHere.join(', ')} missing`)
  })

  test('a token signs in again after a restart of the console, and is removed from the keychain by signing out', async () => {
    await using desktop = await startDesktop()
    await desktop.startKeyring('password')
    await using kept = await createUserData()
    const start = (url?: string) => open({ userData: kept.userData, env: desktop.env, ...(url && { url }) })
    const token = await server.token({ name: `Ada ${randomUUID()}` })
    const inKeychain = async () =>
      (await follow(desktop, [{ do: 'read', id: await profileIn(kept.userData) }])).outcomes
    {
      await using first = await start(server.url)
      await signIn(first, token)
      expect(await inKeychain()).toEqual([printOf(token)])
    }
    {
      await using second = await start()
      await custodian(second.page).waitFor()
      await goTo(second.page, t('common:connect'))
      await second.page.getByText(t('connect:signedInAs', { name: 'Ada' })).waitFor()
      await press(second.page, t('connect:signOutNamed', { name: 'Custody desk' }))
      await second.page.getByText(like('connect:signedOut')).waitFor()
      expect(await inKeychain()).toEqual(['none'])
    }
    await using third = await start()
    await third.page.getByRole('dialog').getByText(t('failures:SignedOut')).waitFor()
    expect(await custodian(third.page).count()).toBe(0)
  })

  test('a locked keychain is reported at the start, and once unlocked the console signs in again', async () => {
    await using desktop = await startDesktop()
    const keyring = await desktop.startKeyring('password')
    await using kept = await createUserData()
    const start = (url?: string) => open({ userData: kept.userData, env: desktop.env, ...(url && { url }) })
    {
      await using first = await start(server.url)
      await signIn(first, await server.token({ name: `Grace ${randomUUID()}` }))
    }
    await keyring.lock()
    {
      await using second = await start()
      const { page } = second
      await memoryNotice(page).waitFor()
      await page.getByRole('dialog').getByText(t('keychain:problem.KeychainLocked.message')).waitFor()
      await press(page, t('connect:later'))
      await goTo(page, t('common:memoryOnlyWhy'))
      await page.getByText(t('keychain:problem.KeychainLocked.nextStep')).waitFor()
      expect(await violationsOf(page)).toEqual([])
    }
    await keyring.end()
    await desktop.startKeyring('password')
    await using third = await start()
    await custodian(third.page).waitFor()
    expect(await memoryNotice(third.page).count()).toBe(0)
  })
})
