import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { t } from '../harness/words.ts'

const day = 86_400_000

let server: TestServer
let desk: OpenConsole
let daysBack = 0
beforeAll(async () => {
  server = await startTestServer({}, { clock: { now: () => Date.now() - daysBack * day } })
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

/** A token of a month that ends in so many days. */
const ending = (days: number) => ({ createdAt: Date.now() - (30 - days) * day, expiresAt: Date.now() + days * day })

test('tokens of other operators that expire soon are one entry, which leads to the list of tokens', async () => {
  const { page } = desk
  await readAgain(page)
  expect(await entries(page, 'tokensExpiring').count(), 'the control').toBe(0)
  await server.token({ name: 'Grace', ...ending(3.5) })
  await server.token({ name: 'Mary', ...ending(9.5) })
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
  await server.token({ name: 'Joan', tenantId: tenants.second, ...ending(2.5) })
  await readAgain(page)
  await entries(page, 'tokensExpiring')
    .getByText(t('home:meaning.tokensExpiring', { count: 1 }))
    .waitFor()
  await startAgain(desk, await server.token({ name: 'Jean', permissions: ['custodians:read'] }))
  await readAgain(page)
  expect(await entries(page, 'tokensExpiring').count()).toBe(0)
})

test('recent activity is in the order of time, also where a record is older than the one before it', async () => {
  const { page } = desk
  await startAgain(desk, await server.token({ name: 'Barbara' }))
  const operator = server.trpc(await server.token({ name: 'Radia' }))
  const custodian = { tenantId: tenants.first, custodianId: custodians.copper }
  const credentials = await server.credentials('copper')
  daysBack = 41
  await operator.custodians.updateApiKeys.mutate({ ...custodian, ...credentials })
  daysBack = 0
  await operator.tenants.update.mutate({ tenantId: tenants.first, version: 1, name: 'First Trust' })
  await readAgain(page)
  const times = page.getByRole('region', { name: t('home:recent') }).locator('time')
  const shown = async () => Promise.all((await times.all()).map((time) => time.getAttribute('datetime')))
  await expect.poll(async () => (await shown()).length).toBe(8)
  const { records } = await operator.audit.list.query({ limit: 100 })
  const newest = records.filter(({ kind }) => !kind.endsWith('.intended')).map(({ at }) => at)
  expect(newest, 'the control').not.toEqual(newest.toSorted().toReversed())
  await expect.poll(shown).toEqual(newest.toSorted().toReversed().slice(0, 8))
})

test('in the smallest window the action of an entry stays in its line', async () => {
  const { page } = desk
  await readAgain(page)
  await page.setViewportSize({ width: 1024, height: 640 })
  for (const entry of await page.locator('[data-kind]').all()) {
    const action = await entry.getByRole('link').last().boundingBox()
    const status = await entry.locator('.mantine-Badge-root').boundingBox()
    expect(action?.y).toBeLessThan((status?.y ?? 0) + (status?.height ?? 0))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

// Last, because the server stays as it is.
test('a server that is not ready comes first, with its reason and next step', async () => {
  const { page } = desk
  server.app.drain()
  await readAgain(page)
  const entry = entries(page, 'notReady')
  await entry.getByText(t('network:notReady.draining')).waitFor()
  expect(await page.locator('[data-kind]').first().getAttribute('data-kind')).toBe('notReady')
  expect(await violationsOf(page)).toEqual([])
  await entry.getByRole('link', { name: t('home:action.notReady') }).click()
  await page.getByRole('heading', { name: t('connect:title') }).waitFor()
})
