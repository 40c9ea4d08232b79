import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { id, tenants } from '../../harness/seed.ts'
import { startTestServer } from '../../harness/server.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { openConsole, startAgain } from '../harness/console.ts'
import { test } from '../harness/desk.ts'
import { like, t } from '../harness/words.ts'

const goTo = (page: Page, path: string) =>
  page.evaluate(`location.hash = ${JSON.stringify(`#/administration/${path}`)}`)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string | RegExp) => dialog(page).getByRole('textbox', { name })
const network = (page: Page) => dialog(page).getByRole('combobox', { name: like('administration:objects.network') })
const row = (page: Page, name: RegExp) => page.getByRole('row', { name })
const firstCells = (page: Page) => page.locator('tbody th').allTextContents()
const create = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: t('administration:create') })
    .click()
const save = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: t('administration:save') })
    .click()
const remove = (page: Page) =>
  dialog(page)
    .getByRole('button', { name: t('administration:objects.delete'), exact: true })
    .click()
const gone = (page: Page) => dialog(page).waitFor({ state: 'detached' })
const ask = (page: Page, kind: 'edit' | 'disable' | 'enable' | 'delete', name: string) =>
  button(page, t(`administration:objects.${kind}Named`, { name })).click()

/** 1 x 1 pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('networks', () => {
  test('are reached from the navigation, and created with the built-in icon or that of a file', async ({
    page,
    admin,
  }) => {
    await page
      .getByRole('navigation', { name: t('common:navigation') })
      .getByRole('link', { name: t('common:administration') })
      .click()
    await page.getByRole('link', { name: t('administration:parts.networks'), exact: true }).click()
    await row(page, /Ethereum/).waitFor()
    await button(page, t('administration:networks.add')).click()
    await field(page, like('administration:name')).fill('Northern Chain')
    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
    await dialog(page).getByText(t('administration:networks.iconRefused')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await files.setInputFiles({ name: 'icon.png', mimeType: 'image/png', buffer: png })
    await dialog(page)
      .getByText(t('administration:networks.iconOf', { type: 'image/png', count: png.length }))
      .waitFor()
    await create(page)
    await gone(page)
    await row(page, /Northern Chain/).waitFor()
    const stored = (await admin.networks.list.query({})).find(({ name }) => name === 'Northern Chain')
    expect(stored?.icon).toBe(`data:image/png;base64,${png.toString('base64')}`)
  })

  test('with a name that exists are refused with the reason, and what was entered stays', async ({ page, admin }) => {
    await ask(page, 'edit', 'Northern Chain')
    await field(page, like('administration:name')).fill('Bitcoin')
    await save(page)
    await dialog(page)
      .getByRole('alert')
      .getByText(/unique/)
      .waitFor()
    expect(await field(page, like('administration:name')).inputValue()).toBe('Bitcoin')
    await field(page, like('administration:name')).fill('Northern Ledger')
    await button(page, t('administration:networks.useBuiltIn')).click()
    await save(page)
    await gone(page)
    await row(page, /Northern Ledger/).waitFor()
    const stored = (await admin.networks.list.query({})).find(({ name }) => name === 'Northern Ledger')
    expect(stored?.icon).toMatch(/^data:image\/svg/)
  })

  test('are searched and sorted; nothing found says what to do', async ({ page }) => {
    await expect.poll(() => firstCells(page)).toEqual(['Bitcoin', 'Ethereum', 'Northern Ledger'])
    await page
      .getByRole('columnheader', { name: t('administration:name') })
      .getByRole('button')
      .click()
    await expect.poll(() => firstCells(page)).toEqual(['Northern Ledger', 'Ethereum', 'Bitcoin'])
    const search = page.getByRole('searchbox', { name: t('administration:objects.search') })
    await search.fill('nor led')
    await expect.poll(() => firstCells(page)).toEqual(['Northern Ledger'])
    await search.fill('nowhere')
    await page.getByText(t('administration:objects.noMatch')).waitFor()
    await search.fill('')
  })

  test('that something refers to are kept and say what it is; others are deleted', async ({ page, admin }) => {
    await ask(page, 'delete', 'Ethereum')
    await remove(page)
    await dialog(page).getByText(t('administration:networks.inUse')).waitFor()
    await dialog(page)
      .getByText(/wallets: \d/)
      .first()
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('administration:cancel')).click()
    await ask(page, 'delete', 'Northern Ledger')
    await remove(page)
    await gone(page)
    await row(page, /Northern Ledger/).waitFor({ state: 'detached' })
    expect((await admin.networks.list.query({})).map(({ name }) => name)).toEqual(['Ethereum', 'Bitcoin'])
  })
})

test('a token of a network is created, what is wrong is said at its field, and it is deleted', async ({
  page,
  admin,
}) => {
  await goTo(page, 'chain-tokens')
  await row(page, /WBTC/).waitFor()
  await page.getByRole('combobox', { name: t('administration:objects.network') }).selectOption({ label: 'Bitcoin' })
  await expect.poll(() => firstCells(page)).toEqual(['WBTC'])
  await button(page, t('administration:chainTokens.add')).click()
  await field(page, like('administration:chainTokens.symbol')).fill('NOR')
  await network(page).selectOption({ label: 'Bitcoin' })
  const decimals = field(page, like('administration:chainTokens.decimals'))
  await decimals.fill('x')
  await create(page)
  await expect.poll(() => decimals.getAttribute('aria-invalid')).toBe('true')
  await decimals.fill('6')
  await create(page)
  await gone(page)
  await row(page, /NOR/).getByText(t('administration:chainTokens.native')).waitFor()
  const stored = (await admin.chainTokens.list.query({})).find(({ symbol }) => symbol === 'NOR')
  expect(stored).toMatchObject({ blockchainId: '2', contractAddress: null, decimals: 6 })
  await ask(page, 'delete', 'NOR')
  await remove(page)
  await row(page, /NOR/).waitFor({ state: 'detached' })
})

test('a token with stored transactions keeps its decimals, and says why', async ({ page }) => {
  await ask(page, 'edit', 'WBTC')
  await field(page, like('administration:chainTokens.decimals')).fill('9')
  await save(page)
  await dialog(page)
    .getByRole('alert')
    .getByText(/Reserve transactions are stored/)
    .waitFor()
  await button(page, t('administration:cancel')).click()
  await ask(page, 'delete', 'WBTC')
  await remove(page)
  await dialog(page).getByText(t('administration:chainTokens.inUse')).waitFor()
  await button(page, t('administration:cancel')).click()
})

const answer = (page: Page, verb: 'disable' | 'enable') =>
  dialog(page)
    .getByRole('button', { name: t(`administration:objects.${verb}`), exact: true })
    .click()

test.for([
  ['networks', 'Bitcoin', 'networks'],
  ['chain-tokens', 'WBTC', 'chainTokens'],
  ['reserve-accounts', 'Vault', 'reserveAccounts'],
] as const)(
  '%s: %s is disabled after a question, marked, found by that, and enabled',
  async ([path, name, kind], { page, admin }) => {
    await goTo(page, path)
    const marked = row(page, new RegExp(name)).getByText(t('administration:disabled'), { exact: true })
    await ask(page, 'disable', name)
    await dialog(page)
      .getByText(t(`administration:${kind}.disableText`))
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await answer(page, 'disable')
    await gone(page)
    await marked.waitFor()
    expect((await admin[kind].list.query({})).filter(({ disabled }) => disabled).map(({ id: found }) => found)).toEqual(
      ['2'],
    )
    expect(await button(page, t('administration:objects.editNamed', { name })).count()).toBe(0)
    const search = page.getByRole('searchbox', { name: t('administration:objects.search') })
    await search.fill(t('administration:disabled'))
    await expect.poll(() => firstCells(page)).toHaveLength(1)
    expect(await violationsOf(page)).toEqual([])
    await search.fill('')
    await ask(page, 'enable', name)
    await answer(page, 'enable')
    await gone(page)
    await marked.waitFor({ state: 'detached' })
  },
)

test('the reserves mark a disabled token, and their figures stay', async ({ page, admin }) => {
  const cells = () => page.getByRole('row', { name: /USDX/ }).getByRole('cell').allTextContents()
  await page.evaluate(`location.hash = '#/reserves'`)
  await page.getByRole('row', { name: /USDX/ }).waitFor()
  const before = await cells()
  const { version } = await admin.chainTokens.get.query({ chainTokenId: id(1) })
  await admin.chainTokens.disable.mutate({ chainTokenId: id(1), version })
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByRole('row', { name: /USDX/ }).getByText(t('reserves:disabled'), { exact: true }).waitFor()
  expect(await cells()).toEqual(before)
  expect(await violationsOf(page)).toEqual([])
  await admin.chainTokens.enable.mutate({ chainTokenId: id(1), version: version + 1 })
})

test('a reserve account that someone else changed meanwhile shows who changed what, and keeps what was typed', async ({
  page,
  admin,
}) => {
  await goTo(page, 'reserve-accounts')
  await row(page, /Cold/).waitFor()
  await ask(page, 'edit', 'Cold')
  await field(page, like('administration:name')).fill('Cold reserve')
  await admin.reserveAccounts.update.mutate({ reserveAccountId: id(1), version: 1, name: 'Cool' })
  await save(page)
  const notice = dialog(page)
    .getByRole('alert')
    .filter({ hasText: t('administration:conflict.title') })
  await notice.getByRole('cell', { name: 'Cool' }).waitFor()
  await notice.getByText('Grace').waitFor()
  expect(await field(page, like('administration:name')).inputValue()).toBe('Cold reserve')
  expect(await violationsOf(page)).toEqual([])
  await save(page)
  await gone(page)
  expect(await admin.reserveAccounts.get.query({ reserveAccountId: id(1) })).toMatchObject({
    name: 'Cold reserve',
    version: 3,
  })
})

test('where there is none, the screen says what they are for, and the first one is added', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'strongroom-empty-'))
  try {
    await using empty = await startTestServer({ dataDir })
    await using first = await openConsole({ url: empty.url, token: await empty.token({ name: 'Ada' }) })
    const { page } = first
    await page.evaluate(`location.hash = '#/administration/networks'`)
    await page.getByText(t('administration:networks.noneHint')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: t('administration:networks.add') }).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: like('administration:name') })
      .fill('Ethereum')
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /Ethereum/ }).waitFor()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a viewer of the platform sees them without their actions; one of a tenant is not offered them', async ({
  page,
  desk,
  server,
}) => {
  await startAgain(desk, await server.token({ name: 'viewer', permissions: ['reserves:read'] }))
  const tab = page.getByRole('link', { name: t('administration:parts.reserveAccounts') })
  await goTo(page, 'reserve-accounts')
  await row(page, /Cold reserve/).waitFor()
  await page.getByText(t('common:lacks', { permission: 'reserves:write' })).waitFor()
  expect(await button(page, like('administration:objects.editNamed')).count()).toBe(0)
  expect(await button(page, t('administration:reserveAccounts.add')).count()).toBe(0)
  expect(await tab.count()).toBe(1)
  const permissions = ['reserves:read', 'tokens:read'] as const
  await startAgain(desk, await server.token({ name: 'of a tenant', permissions, tenantId: tenants.first }))
  await goTo(page, 'tokens')
  await row(page, /of a tenant/).waitFor()
  await expect.poll(() => tab.count()).toBe(0)
})
