import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { t } from '../harness/words.ts'

const day = 86_400_000

let server: TestServer
let desk: OpenConsole
beforeAll(async () => {
  server = await startTestServer()
  desk = await openConsole({ url: server.url, token: await server.token({ name: 'Ada' }) })
})
afterAll(async () => {
  await desk[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const entries = (page: Page, kind: string) => page.locator(`[data-kind=${kind}]`)

async function readAgain(page: Page): Promise<void> {
  await goTo(page, '/home')
  await entries(page, 'noKeys').first().waitFor()
  await page.keyboard.press('ControlOrMeta+r')
}

test('tokens of other operators that expire soon are one entry, which leads to the list of tokens', async () => {
  const { page } = desk
  await readAgain(page)
  expect(await entries(page, 'tokensExpiring').count(), 'the control').toBe(0)
  await server.token({ name: 'Grace', expiresAt: Date.now() + 3.5 * day })
  await server.token({ name: 'Mary', expiresAt: Date.now() + 9.5 * day })
  await readAgain(page)
  const entry = entries(page, 'tokensExpiring')
  await entry.waitFor()
  const text = (await entry.textContent()) ?? ''
  expect(text).toContain(t('home:meaning.tokensExpiring', { count: 2 }))
  expect(text).toMatch(new RegExp(`${t('home:earliest')}\\s+in 3 days`))
  expect(await violationsOf(page)).toEqual([])
  await entry.getByRole('link', { name: t('home:action.tokensExpiring') }).click()
  await page.getByRole('row', { name: /Grace/ }).waitFor()
})

test('a token of a tenant hears of the tokens of its tenant only, and one that may not read tokens of none', async () => {
  const { page } = desk
  const permissions = ['custodians:read', 'tokens:read'] as const
  await startAgain(desk, await server.token({ name: 'Edith', tenantId: tenants.second, permissions }))
  await readAgain(page)
  await server.token({ name: 'Joan', tenantId: tenants.second, expiresAt: Date.now() + 2.5 * day })
  await readAgain(page)
  await entries(page, 'tokensExpiring')
    .getByText(t('home:meaning.tokensExpiring', { count: 1 }))
    .waitFor()
  await startAgain(desk, await server.token({ name: 'Jean', permissions: ['custodians:read'] }))
  await readAgain(page)
  expect(await entries(page, 'tokensExpiring').count()).toBe(0)
})

// Last, because the server stays as it is.
test('a server that is not ready comes first, with its reason and next step', async () => {
  const { page } = desk
  server.app.drain()
  await readAgain(page)
  const entry = entries(page, 'notReady')
  await entry.getByText('the server is about to stop. Send requests to another one.').waitFor()
  expect(await page.locator('[data-kind]').first().getAttribute('data-kind')).toBe('notReady')
  expect(await violationsOf(page)).toEqual([])
  await entry.getByRole('link', { name: t('home:action.notReady') }).click()
  await page.getByRole('heading', { name: t('connect:title') }).waitFor()
})
