import type { Page } from 'playwright-core'
import { custodians, tenants } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import { like, t } from '../harness/words.ts'
import { administrationPlaces } from './administration-places.ts'
import { at, dialogAt, firstRow, heading, ofCustodian, type Place, press } from './place.ts'
import { rotationPlaces } from './rotation-places.ts'
import { webhookPlaces } from './webhook-places.ts'

const firstWallet = (page: Page) => page.getByRole('grid').locator('[data-index]').first().waitFor()

/** Every screen and every dialog of a console that is signed in. */
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
  ...rotationPlaces,
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
  ...administrationPlaces,
  ...webhookPlaces,
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
    place: 'a connection test that failed',
    open: async (page) => {
      await at('/connect', (each) => press(each, t('connect:add')))(page)
      await page.getByLabel(t('connect:name')).first().fill('Custody desk')
      await page.getByLabel(t('connect:address')).fill('http://127.0.0.1:9')
      await press(page, t('connect:testRun'))
      await page.getByText(t('network:fault.refused')).waitFor()
    },
  },
  {
    place: 'the question before a server is removed',
    open: dialogAt(
      '/connect',
      () => like('connect:remove'),
      (page) => heading(page, t('connect:title')),
    ),
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

/** The form of a new webhook. */
async function webhookForm(page: Page): Promise<void> {
  await at('/administration/webhooks', (each) => press(each, t('webhooks:add')))(page)
  await page.getByRole('dialog').waitFor()
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
  { place: 'the choice of tenants', open: opened(webhookForm, 'combobox', () => t('webhooks:tenants')) },
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
