import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from '../../harness/fault-proxy.ts'
import { tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'

let server: TestServer
let proxy: FaultProxy
let desk: OpenConsole
let admin: ReturnType<TestServer['trpc']>

beforeAll(async () => {
  server = await startTestServer()
  proxy = await startFaultProxy(server.url)
  desk = await openConsole({ url: proxy.url, token: await server.token({ name: 'Ada' }) })
  admin = server.trpc(await server.token({ name: 'Grace' }))
})
afterEach(() => proxy?.restore())
afterAll(async () => {
  await desk?.close()
  await proxy?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
})

const goTo = (path: string) => desk.page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const button = (name: string) => desk.page.getByRole('button', { name, exact: true })
const nameField = () => desk.page.getByRole('textbox', { name: like('administration:name') })
const create = () => button(t('administration:create')).click()
const row = (text: RegExp) => desk.page.getByRole('row', { name: text })
const gone = () => desk.page.getByRole('dialog').waitFor({ state: 'detached' })

const openTenants = async () => {
  await goTo('/administration/tenants')
  await row(/First Trust/).waitFor()
  await button(t('administration:tenants.add')).click()
}

test('a tenant whose creation was answered into the void is found by its ID, and the dialog closes', async () => {
  await openTenants()
  await nameField().fill('Third Trust')
  proxy.loseAnswersOf('tenants.create')
  await create()
  await gone()
  await row(/Third Trust/).waitFor()
  const third = (await admin.tenants.list.query({})).filter((tenant) => tenant.name === 'Third Trust')
  expect(third).toHaveLength(1)
})

test('one that did not arrive is unknown, and creating it again with the same ID makes it once', async () => {
  await openTenants()
  await nameField().fill('Fourth Trust')
  const newest = (await admin.tenants.list.query({})).at(-1)
  const next = `${BigInt(newest?.id ?? 0) + 1n}`
  proxy.swallow('tenants.create')
  await create()
  const lost = desk.page.getByRole('alert').filter({ hasText: t('administration:lost.again', { id: next }) })
  await lost.waitFor()
  expect(await violationsOf(desk.page)).toEqual([])
  proxy.restore()
  proxy.loseAnswersOf('tenants.create')
  await create()
  await gone()
  const fourth = (await admin.tenants.list.query({})).filter((tenant) => tenant.name === 'Fourth Trust')
  expect(fourth).toMatchObject([{ id: next }])
})

test('what someone else created with the ID is not taken for it: the server chooses the ID of the next try', async () => {
  await openTenants()
  await nameField().fill('Sixth Trust')
  const { id: taken } = await admin.tenants.create.mutate({ name: 'Fifth Trust' })
  proxy.loseAnswersOf('tenants.create')
  await create()
  await desk.page
    .getByRole('alert')
    .filter({ hasText: t('administration:lost.again', { id: taken }) })
    .waitFor()
  proxy.restore()
  await create()
  await gone()
  const last = (await admin.tenants.list.query({})).slice(-2)
  expect(last).toMatchObject([
    { id: taken, name: 'Fifth Trust' },
    { id: `${BigInt(taken) + 1n}`, name: 'Sixth Trust' },
  ])
})

test('a network with its built-in icon is found too', async () => {
  await goTo('/administration/networks')
  await row(/Ethereum/).waitFor()
  await button(t('administration:networks.add')).click()
  await nameField().fill('Northern Chain')
  proxy.loseAnswersOf('networks.create')
  await create()
  await gone()
  await row(/Northern Chain/).waitFor()
})

// Last, because the console keeps the token.
test('a token of one tenant, which may choose no ID, finds the custodian that was not there before', async () => {
  const permissions = ['custodians:read', 'custodians:write'] as const
  await startAgain(desk, await server.token({ name: 'Bob', tenantId: tenants.first, permissions: [...permissions] }))
  await goTo('/custodians')
  await desk.page.getByRole('link', { name: t('administration:custodian.add') }).click()
  await nameField().fill('Cold storage')
  proxy.loseAnswersOf('custodians.create')
  await button(t('administration:custodian.add')).click()
  await desk.page.getByRole('heading', { name: 'Cold storage' }).waitFor()
  const made = (await admin.custodians.list.query({})).filter((custodian) => custodian.name === 'Cold storage')
  expect(made).toHaveLength(1)
})

/** The form of a new webhook, filled in. */
const openWebhook = async (name: string) => {
  await goTo('/administration/webhooks')
  await button(t('webhooks:add')).click()
  await nameField().fill(name)
  await desk.page.getByRole('textbox', { name: t('webhooks:url') }).fill('https://hooks.example.com')
  await desk.page.getByRole('checkbox', { name: t('webhooks:events.rotation.ended') }).check()
}

test('a webhook whose answer is lost is found, and its lost secret is named with the way to another', async () => {
  const { page } = desk
  await openWebhook('Treasury desk')
  proxy.loseAnswersOf('webhooks.create')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('webhooks:add') })
    .click()
  await page.getByText(t('webhooks:once.lost')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await button(t('webhooks:once.copy')).count()).toBe(0)
  await button(t('administration:tokens.done')).click()
  await row(/Treasury desk/).waitFor()
  expect(await admin.webhooks.list.query({})).toHaveLength(1)
})

test('a rotated secret whose answer is lost is not rotated again without the warning that the older one ends', async () => {
  const { page } = desk
  await page.getByRole('link', { name: 'Treasury desk' }).click()
  await button(t('webhooks:rotate')).click()
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
