import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { startAgain } from '../harness/console.ts'
import { test as base } from '../harness/desk.ts'
import { t } from '../harness/words.ts'

const day = 86_400_000

/** How many days the clock of the server is behind can be set. */
const test = base
  .extend('past', { scope: 'file' }, () => ({ days: 0 }))
  .extend('server', { scope: 'file' }, async ({ past }, { onCleanup }) => {
    const server = await startTestServer({}, { clock: { now: () => Date.now() - past.days * day } })
    onCleanup(() => server[Symbol.asyncDispose]())
    return server
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

test('tokens of other operators that expire soon are one entry, which leads to the list of tokens', async ({
  page,
  server,
}) => {
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

test('a token of a tenant hears of the tokens of its tenant only, and one that may not read tokens of none', async ({
  page,
  desk,
  server,
}) => {
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

test('recent activity is in the order of time, also where a record is older than the one before it', async ({
  page,
  desk,
  server,
  past,
}) => {
  await startAgain(desk, await server.token({ name: 'Barbara' }))
  const operator = server.trpc(await server.token({ name: 'Radia' }))
  const custodian = { tenantId: tenants.first, custodianId: custodians.copper }
  const credentials = await server.credentials('copper')
  past.days = 41
  await operator.custodians.updateApiKeys.mutate({ ...custodian, ...credentials })
  past.days = 0
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

test('in the smallest window the action of an entry stays in its line', async ({ page }) => {
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
test('a server that is not ready comes first, with its reason and next step', async ({ page, server }) => {
  server.app.drain()
  await readAgain(page)
  const entry = entries(page, 'notReady')
  await entry.getByText(t('network:notReady.draining')).waitFor()
  expect(await page.locator('[data-kind]').first().getAttribute('data-kind')).toBe('notReady')
  expect(await violationsOf(page)).toEqual([])
  await entry.getByRole('link', { name: t('home:action.notReady') }).click()
  await page.getByRole('heading', { name: t('connect:title') }).waitFor()
})
