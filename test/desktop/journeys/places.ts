import type { Page } from 'playwright-core'
import { custodians, tenants } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import { like, t } from '../harness/words.ts'

/** Something a person can have before them, and the way there. */
export type Place = { readonly place: string; readonly open: (page: Page) => Promise<void> }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const press = (page: Page, name: string | RegExp) => button(page, name).first().click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).first().waitFor()
const firstRow = (page: Page) => page.locator('tbody tr:has(th)').first().waitFor()
const firstWallet = (page: Page) => page.getByRole('grid').locator('[data-index]').first().waitFor()

/** From anywhere, with nothing left of what was there. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.evaluate(`location.hash = '#/shortcuts'`)
  await heading(page, t('shortcuts:title'))
  await page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
}

const at = (path: string, arrived: (page: Page) => Promise<void>) => async (page: Page) => {
  await goTo(page, path)
  await arrived(page)
}

const ofCustodian = (part: string) => `/custodians/${custodians.copper}${part}`
const rotate = at(ofCustodian('/rotate'), (page) => heading(page, t('rotate:form.title', { provider: 'Copper' })))

async function fillCredentials(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill('a'.repeat(64))
  await page.getByLabel('API secret').fill('b'.repeat(64))
  await press(page, t('rotate:form.rotate'))
  await page.getByRole('dialog').waitFor()
}

/** Every screen and every dialog of a console that is signed in; the lock is last. */
export const places: readonly Place[] = [
  {
    place: 'home',
    open: at('/home', (page) =>
      page
        .getByRole('region', { name: t('home:attention') })
        .getByRole('listitem')
        .first()
        .waitFor(),
    ),
  },
  { place: 'the custodians', open: at('/custodians', firstRow) },
  { place: 'one custodian', open: at(ofCustodian(''), (page) => heading(page, t('custodians:recent'))) },
  { place: 'the form of a rotation', open: rotate },
  {
    place: 'the form of a rotation with errors',
    open: async (page) => {
      await rotate(page)
      await press(page, t('rotate:form.rotate'))
      await page.getByText(t('rotate:problem.empty')).first().waitFor()
    },
  },
  {
    place: 'the question before a rotation',
    open: async (page) => {
      await rotate(page)
      await fillCredentials(page)
    },
  },
  {
    place: 'a rotation that was refused',
    open: async (page) => {
      await rotate(page)
      await fillCredentials(page)
      await press(page, t('rotate:confirm.go'))
      await page.getByText(t('rotate:oldKeysActive'), { exact: true }).waitFor()
    },
  },
  {
    place: 'the history with details',
    open: async (page) => {
      await at(ofCustodian('/history'), firstRow)(page)
      await press(page, like('custodians:history.details'))
    },
  },
  {
    place: 'the wallets',
    open: at(ofCustodian('/wallets'), firstWallet),
  },
  {
    place: 'one wallet with its metadata',
    open: async (page) => {
      await at(ofCustodian('/wallets'), (each) => each.getByRole('grid').locator('[data-index]').first().click())(page)
      await page.getByRole('dialog').getByText(t('wallets:metadata'), { exact: true }).first().waitFor()
    },
  },
  {
    place: 'the form of a wallet',
    open: async (page) => {
      await at(ofCustodian('/wallets'), (each) => each.getByRole('grid').locator('[data-index]').first().click())(page)
      await press(page, t('wallets:edit.open'))
      await page.getByRole('textbox', { name: t('wallets:edit.label') }).waitFor()
    },
  },
  {
    place: 'wallets of a custodian named by ids',
    open: at(`/tenants/${tenants.first}${ofCustodian('/wallets')}`, (page) =>
      page.getByText(t('wallets:custodianId'), { exact: true }).waitFor(),
    ),
  },
  {
    place: 'the reserves with their chart',
    open: at('/reserves', (page) => page.locator('canvas').first().waitFor()),
  },
  {
    place: 'the audit with a record opened',
    open: async (page) => {
      await at('/audit', firstRow)(page)
      await press(page, like('audit:open'))
    },
  },
  { place: 'the operator tokens', open: at('/administration/tokens', firstRow) },
  {
    place: 'the form of a new token',
    open: async (page) => {
      await at('/administration/tokens', firstRow)(page)
      await press(page, t('administration:tokens.add'))
      await page.getByRole('dialog').waitFor()
    },
  },
  { place: 'the tenants', open: at('/administration/tenants', firstRow) },
  {
    place: 'the question before a tenant is disabled',
    open: async (page) => {
      await at('/administration/tenants', firstRow)(page)
      await press(page, like('administration:tenants.disableNamed'))
      await page.getByRole('dialog').waitFor()
    },
  },
  { place: 'the networks', open: at('/administration/networks', firstRow) },
  {
    place: 'the form of a network',
    open: async (page) => {
      await at('/administration/networks', firstRow)(page)
      await press(page, like('administration:objects.editNamed'))
      await page.getByRole('dialog').waitFor()
    },
  },
  { place: 'the tokens of networks', open: at('/administration/chain-tokens', firstRow) },
  {
    place: 'the form of a new token of a network',
    open: async (page) => {
      await at('/administration/chain-tokens', firstRow)(page)
      await press(page, t('administration:chainTokens.add'))
      await page.getByRole('dialog').waitFor()
    },
  },
  { place: 'the reserve accounts', open: at('/administration/reserve-accounts', firstRow) },
  {
    place: 'the question before a reserve account is deleted',
    open: async (page) => {
      await at('/administration/reserve-accounts', firstRow)(page)
      await press(page, like('administration:objects.deleteNamed'))
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    place: 'the freeze',
    open: at('/administration/freeze', (page) => heading(page, t('administration:freeze.freeze'))),
  },
  {
    place: 'the settings of a custodian',
    open: at(ofCustodian('/settings'), (page) => heading(page, t('administration:custodian.delete'))),
  },
  { place: 'a new custodian', open: at('/custodians/new', (page) => heading(page, t('administration:custodian.add'))) },
  { place: 'this machine', open: at('/this-machine', (page) => heading(page, t('thisMachine:importing'))) },
  { place: 'the servers', open: at('/connect', (page) => page.getByText(like('connect:signedInAs')).waitFor()) },
  {
    place: 'the form of a server with errors',
    open: async (page) => {
      await at('/connect', (each) => press(each, t('connect:add')))(page)
      await press(page, t('connect:saveAndSignIn'))
      await page.getByText(t('common:rule.notEmpty')).first().waitFor()
    },
  },
  {
    place: 'the question before a server is removed',
    open: async (page) => {
      await at('/connect', (each) => press(each, like('connect:remove')))(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  { place: 'the settings', open: at('/settings', (page) => heading(page, t('settings:diagnostics'))) },
  { place: 'the shortcuts', open: at('/shortcuts', (page) => heading(page, t('shortcuts:title'))) },
  {
    place: 'the page about the console',
    open: at('/about', (page) => page.getByRole('searchbox').fill('fastify')),
  },
  {
    place: 'the palette',
    open: async (page) => {
      await at('/custodians', firstRow)(page)
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('textbox', { name: t('palette:placeholder') }).waitFor()
    },
  },
]

/** The list of wallets, with its filters. */
async function walletFilters(page: Page): Promise<void> {
  await at(ofCustodian('/wallets'), firstWallet)(page)
  await press(page, t('wallets:filters'))
}

type Way = string | ((page: Page) => Promise<void>)

const opened = (way: Way, role: 'button' | 'combobox', name: () => string | RegExp) => async (page: Page) => {
  await (typeof way === 'string' ? at(way, firstRow) : way)(page)
  await page.getByRole(role, { name: name() }).first().click()
  await page.locator('[role=menu], [role=listbox]').filter({ visible: true }).first().waitFor()
}

/** Every menu and select, open. */
export const popups: readonly Place[] = [
  { place: 'the menu of servers', open: opened('/custodians', 'button', () => like('common:switchServer')) },
  { place: 'the menu of export formats', open: opened('/reserves', 'button', () => t('export:export')) },
  { place: 'the choice of a blockchain', open: opened('/reserves', 'combobox', () => t('reserves:blockchain')) },
  { place: 'the choice of a token', open: opened('/reserves', 'combobox', () => t('reserves:token')) },
  { place: 'the choice of an action', open: opened('/audit', 'combobox', () => t('audit:action')) },
  { place: 'the choice of an outcome', open: opened('/audit', 'combobox', () => t('audit:outcome')) },
  ...(['network', 'label', 'flags'] as const).map((name) => ({
    place: `the choice of wallets by ${name}`,
    open: opened(walletFilters, 'combobox', () => t(`wallets:${name}`)),
  })),
  {
    place: 'the menu of export formats of wallets',
    open: opened(walletFilters, 'button', () => t('export:export')),
  },
  { place: 'the choice of a custodian', open: opened('/audit', 'combobox', () => t('audit:custodian')) },
]

/** Active keys, so that the screens about keys have content. */
export async function storeKeys(server: TestServer): Promise<void> {
  const credentials = await server.credentials('copper', { account: 'the one account' })
  const grace = server.trpc(await server.token({ name: 'Grace' }))
  await grace.custodians.updateApiKeys.mutate({
    tenantId: tenants.first,
    custodianId: custodians.copper,
    ...credentials,
  })
}
