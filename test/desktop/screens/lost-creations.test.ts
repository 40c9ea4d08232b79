import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import { tenants } from '../../harness/seed.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { startAgain } from '../harness/console.ts'
import { test as base } from '../harness/desk.ts'
import { like, t } from '../harness/words.ts'

const test = base
  .extend('proxy', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const proxy = await startFaultProxy(server.url)
    onCleanup(() => proxy[Symbol.asyncDispose]())
    return proxy
  })
  .extend('consoleOptions', { scope: 'file' }, ({ proxy }) => ({ url: proxy.url }))
test.afterEach(({ proxy }) => proxy.restore())

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nameField = (page: Page) => page.getByRole('textbox', { name: like('administration:name') })
const create = (page: Page) => button(page, t('administration:create')).click()
const row = (page: Page, text: RegExp) => page.getByRole('row', { name: text })
const gone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' })

const openTenants = async (page: Page) => {
  await goTo(page, '/administration/tenants')
  await row(page, /First Trust/).waitFor()
  await button(page, t('administration:tenants.add')).click()
}

test('a tenant whose creation was answered into the void is found by its ID, and the dialog closes', async ({
  page,
  proxy,
  admin,
}) => {
  await openTenants(page)
  await nameField(page).fill('Third Trust')
  proxy.loseAnswersOf('tenants.create')
  await create(page)
  await gone(page)
  await row(page, /Third Trust/).waitFor()
  const third = (await admin.tenants.list.query({})).filter((tenant) => tenant.name === 'Third Trust')
  expect(third).toHaveLength(1)
})

test('one that did not arrive is unknown, and creating it again with the same ID makes it once', async ({
  page,
  proxy,
  admin,
}) => {
  await openTenants(page)
  await nameField(page).fill('Fourth Trust')
  const newest = (await admin.tenants.list.query({})).at(-1)
  const next = `${BigInt(newest?.id ?? 0) + 1n}`
  proxy.swallow('tenants.create')
  await create(page)
  const lost = page.getByRole('alert').filter({ hasText: t('administration:lost.again', { id: next }) })
  await lost.waitFor()
  expect(await violationsOf(page)).toEqual([])
  proxy.restore()
  proxy.loseAnswersOf('tenants.create')
  await create(page)
  await gone(page)
  const fourth = (await admin.tenants.list.query({})).filter((tenant) => tenant.name === 'Fourth Trust')
  expect(fourth).toMatchObject([{ id: next }])
})

test('what someone else created with the ID is not taken for it: the server chooses the ID of the next try', async ({
  page,
  proxy,
  admin,
}) => {
  await openTenants(page)
  await nameField(page).fill('Sixth Trust')
  const { id: taken } = await admin.tenants.create.mutate({ name: 'Fifth Trust' })
  proxy.loseAnswersOf('tenants.create')
  await create(page)
  await page
    .getByRole('alert')
    .filter({ hasText: t('administration:lost.again', { id: taken }) })
    .waitFor()
  proxy.restore()
  await create(page)
  await gone(page)
  const last = (await admin.tenants.list.query({})).slice(-2)
  expect(last).toMatchObject([
    { id: taken, name: 'Fifth Trust' },
    { id: `${BigInt(taken) + 1n}`, name: 'Sixth Trust' },
  ])
})

test('a network with its built-in icon is found too', async ({ page, proxy }) => {
  await goTo(page, '/administration/networks')
  await row(page, /Ethereum/).waitFor()
  await button(page, t('administration:networks.add')).click()
  await nameField(page).fill('Northern Chain')
  proxy.loseAnswersOf('networks.create')
  await create(page)
  await gone(page)
  await row(page, /Northern Chain/).waitFor()
})

/** The form of a new webhook, filled in. */
const openWebhook = async (page: Page, name: string) => {
  await goTo(page, '/administration/webhooks')
  await button(page, t('webhooks:add')).click()
  await nameField(page).fill(name)
  await page.getByRole('textbox', { name: t('webhooks:url') }).fill('https://hooks.example.com')
  await page.getByRole('checkbox', { name: t('webhooks:events.rotation.ended') }).check()
}

test('a webhook whose answer is lost is found, and its lost secret is named with the way to another', async ({
  page,
  proxy,
  admin,
}) => {
  await openWebhook(page, 'Treasury desk')
  proxy.loseAnswersOf('webhooks.create')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('webhooks:add') })
    .click()
  await page.getByText(t('webhooks:once.lost')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await button(page, t('webhooks:once.copy')).count()).toBe(0)
  await button(page, t('administration:done')).click()
  await row(page, /Treasury desk/).waitFor()
  expect(await admin.webhooks.list.query({})).toHaveLength(1)
})

test('a rotated secret whose answer is lost is not rotated again without the warning that the older one ends', async ({
  page,
  proxy,
  admin,
}) => {
  await page.getByRole('link', { name: 'Treasury desk' }).click()
  await button(page, t('webhooks:rotate')).click()
  expect(await page.getByText(t('webhooks:rotateAgain')).count(), 'control').toBe(0)
  proxy.loseAnswersOf('webhooks.rotateSecret')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('webhooks:rotate') })
    .click()
  await page.getByText(t('webhooks:rotateAgain')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await admin.webhooks.list.query({})).toMatchObject([{ version: 2 }])
})

// Last, because the console keeps the token.
test('a token of one tenant, which may choose no ID, finds the custodian that was not there before', async ({
  page,
  proxy,
  desk,
  server,
  admin,
}) => {
  const permissions = ['custodians:read', 'custodians:write'] as const
  await startAgain(desk, await server.token({ name: 'Bob', tenantId: tenants.first, permissions: [...permissions] }))
  await goTo(page, '/custodians')
  await page.getByRole('link', { name: t('administration:custodian.add') }).click()
  await nameField(page).fill('Cold storage')
  proxy.loseAnswersOf('custodians.create')
  await button(page, t('administration:custodian.add')).click()
  await page.getByRole('heading', { name: 'Cold storage' }).waitFor()
  const made = (await admin.custodians.list.query({})).filter((custodian) => custodian.name === 'Cold storage')
  expect(made).toHaveLength(1)
})
