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
