import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { openConsole, startAgain } from '../harness/console.ts'
import { test } from '../harness/desk.ts'
import { isInSight } from '../harness/in-sight.ts'
import { isInPage } from '../harness/secrets.ts'
import { t } from '../harness/words.ts'

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => page.getByRole('textbox', { name })

describe('operator tokens', () => {
  test('are created in a dialog whose buttons are in sight in the smallest window', async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 640 })
    await goTo(page, '/administration/tokens')
    await button(page, t('administration:tokens.add')).click()
    const create = dialog(page).getByRole('button', { name: t('administration:tokens.add') })
    const bottom = async () => {
      const { y = 0, height = 0 } = (await create.boundingBox()) ?? {}
      return y + height
    }
    expect(await bottom()).toBeLessThan(640)
    const addresses = dialog(page).getByLabel(t('administration:tokens.addresses'))
    await addresses.focus()
    const box = await addresses.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), 'what has the focus is above them').toBeLessThanOrEqual(
      (await create.boundingBox())?.y ?? 0,
    )
    expect(await bottom()).toBeLessThan(640)
    await dialog(page)
      .getByRole('button', { name: t('administration:cancel') })
      .click()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('are reached from the navigation, and created with a role; its text is offered once, works, and never enters the page', async ({
    page,
    desk,
    server,
  }) => {
    const { electron } = desk
    await page
      .getByRole('navigation', { name: t('common:navigation') })
      .getByRole('link', { name: t('common:administration') })
      .click()
    await page.getByRole('row', { name: /Ada/ }).getByText(t('administration:tokens.own')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('administration:tokens.add')).click()
    await dialog(page).getByLabel(t('administration:tokens.holder')).fill('night-shift')
    await dialog(page).getByLabel(t('administration:tokens.owner'), { exact: true }).fill(' jane.doe@example.com ')
    await dialog(page).getByLabel(t('administration:tokens.scope')).selectOption({ label: 'First Trust' })
    await dialog(page)
      .getByRole('radio', { name: t('administration:tokens.roles.viewer') })
      .check()
    expect(await violationsOf(page)).toEqual([])
    await dialog(page)
      .getByRole('button', { name: t('administration:tokens.add') })
      .click()
    await dialog(page).getByText(t('administration:tokens.onceWarning')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.content()).not.toMatch(/srt_[0-9A-Za-z]{40}/)
    await button(page, t('administration:tokens.copy')).click()
    await expect.poll(electron.clipboard.read).toMatch(/^srt_/)
    const token = await electron.clipboard.read()
    expect(await server.trpc(token).session.whoAmI.query({})).toMatchObject({
      tokenName: 'night-shift',
      role: 'viewer',
    })
    const file = join(desk.userData, 'token.txt')
    await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath: file })
    await button(page, t('administration:saveFile')).click()
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe(token)
    await button(page, t('administration:done')).click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(await isInPage(page, token)).toBe(false)
    await page.getByRole('row', { name: /night-shift/ }).waitFor()
  })

  test('a refused name is explained at its field, and what was entered stays', async ({ page }) => {
    await button(page, t('administration:tokens.add')).click()
    const holder = dialog(page).getByLabel(t('administration:tokens.holder'))
    await holder.fill('12')
    await dialog(page)
      .getByRole('button', { name: t('administration:tokens.add') })
      .click()
    await expect.poll(() => holder.getAttribute('aria-invalid')).toBe('true')
    expect(await holder.inputValue()).toBe('12')
    await button(page, t('administration:cancel')).click()
  })

  test('a changed expiry asks again where someone else changed it meanwhile, and then is stored', async ({
    page,
    admin,
  }) => {
    const found = (await admin.tokens.list.query({ name: 'night-shift' }))[0]
    if (!found) throw new Error('the token is not listed')
    await button(page, t('administration:tokens.editNamed', { name: 'night-shift' })).click()
    await admin.tokens.update.mutate({ tokenId: found.id, version: found.version, expiresAt: inDays(20) })
    await field(page, t('administration:tokens.expires')).fill(inDays(40).slice(0, 10))
    await button(page, t('administration:save')).click()
    await page.getByText(t('administration:conflict.title')).first().waitFor()
    expect(await field(page, t('administration:tokens.expires')).inputValue()).toBe(inDays(40).slice(0, 10))
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('administration:save')).click()
    await dialog(page).waitFor({ state: 'detached' })
    const [changed] = await admin.tokens.list.query({ name: 'night-shift' })
    expect(Date.parse(changed?.expiresAt ?? '') - Date.parse(inDays(39))).toBeGreaterThan(0)
  })

  test('a changed address range is stored; one that is wrong is named at its field, and none means anywhere', async ({
    page,
    admin,
  }) => {
    await button(page, t('administration:tokens.editNamed', { name: 'night-shift' })).click()
    const addresses = field(page, t('administration:tokens.addresses'))
    await addresses.fill('10.20.0.0/16\n10.0.0.1/8')
    await button(page, t('administration:save')).click()
    await dialog(page)
      .getByText(/^10\.0\.0\.1\/8: has bits set/)
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await addresses.fill('10.20.0.0/16')
    await button(page, t('administration:save')).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText(t('administration:tokens.onlyFrom', { addresses: '10.20.0.0/16' })).waitFor()
    await button(page, t('administration:tokens.editNamed', { name: 'night-shift' })).click()
    await addresses.fill('')
    await button(page, t('administration:save')).click()
    await dialog(page).waitFor({ state: 'detached' })
    const [changed] = await admin.tokens.list.query({ name: 'night-shift' })
    expect(changed?.allowedFrom).toBe(null)
  })

  test('the owner is shown in the list, found, changed and removed; a token can be without one', async ({
    page,
    admin,
  }) => {
    const ownedBy = (owner: string) => page.getByText(t('administration:tokens.ownedBy', { owner }), { exact: true })
    const search = page.getByLabel(t('administration:tokens.search'), { exact: true })
    const give = async (owner: string) => {
      await button(page, t('administration:tokens.editNamed', { name: 'night-shift' })).click()
      await field(page, t('administration:tokens.owner')).fill(owner)
      expect(await violationsOf(page)).toEqual([])
      await button(page, t('administration:save')).click()
      await dialog(page).waitFor({ state: 'detached' })
    }
    await search.fill('jane.doe')
    await ownedBy('jane.doe@example.com').waitFor()
    await page.getByRole('row', { name: /Ada/ }).waitFor({ state: 'detached' })
    await search.fill('')
    await give('Night desk')
    await ownedBy('Night desk').waitFor()
    await give('')
    await ownedBy('Night desk').waitFor({ state: 'detached' })
    expect(await admin.tokens.list.query({ name: 'night-shift' })).toMatchObject([{ owner: null }])
  })

  test('single permissions are added to a role, or stand alone; those of the role are fixed', async ({
    page,
    admin,
  }) => {
    await button(page, t('administration:tokens.add')).click()
    await dialog(page).getByLabel(t('administration:tokens.holder')).fill('reporting')
    await dialog(page).getByLabel(t('administration:tokens.scope')).selectOption({ label: 'First Trust' })
    const permission = (name: string) => dialog(page).getByRole('checkbox', { name, exact: true })
    expect(await permission('wallets:read').isDisabled()).toBe(true)
    expect(await permission('reserves:read').isDisabled()).toBe(true)
    await permission('audit:read').check()
    await dialog(page)
      .getByRole('radio', { name: t('administration:tokens.noRole') })
      .check()
    expect(await permission('wallets:read').isChecked()).toBe(false)
    await permission('audit:read').uncheck()
    await dialog(page)
      .getByRole('button', { name: t('administration:tokens.add') })
      .click()
    await dialog(page)
      .getByText(/name a role or at least one permission/)
      .first()
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await permission('wallets:read').check()
    await dialog(page)
      .getByRole('button', { name: t('administration:tokens.add') })
      .click()
    await button(page, t('administration:done')).click()
    const [created] = await admin.tokens.list.query({ name: 'reporting' })
    expect(created).toMatchObject({ permissions: ['wallets:read'], tenantId: tenants.first, role: null })
  })

  test('a token is disabled after a question, shown among the disabled ones, and enabled', async ({ page, admin }) => {
    const show = (label: string) =>
      page.getByRole('combobox', { name: t('administration:tokens.show') }).selectOption({ label })
    const answer = (verb: 'disable' | 'enable') =>
      dialog(page)
        .getByRole('button', { name: t(`administration:objects.${verb}`) })
        .click()
    await button(page, t('administration:objects.disableNamed', { name: 'night-shift' })).click()
    await dialog(page).getByText(t('administration:tokens.disableText')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await answer('disable')
    await page.getByRole('row', { name: /night-shift/ }).waitFor({ state: 'detached' })
    await show(t('administration:tokens.states.disabled'))
    const row = page.getByRole('row', { name: /night-shift/ })
    await row.getByText(t('administration:tokens.states.disabled'), { exact: true }).waitFor()
    expect(await button(page, t('administration:tokens.editNamed', { name: 'night-shift' })).count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('administration:objects.enableNamed', { name: 'night-shift' })).click()
    await answer('enable')
    await row.waitFor({ state: 'detached' })
    await show(t('administration:tokens.states.valid'))
    await row.waitFor()
    expect(await admin.tokens.list.query({ name: 'night-shift' })).toMatchObject([{ state: 'valid' }])
  })

  test('the own token says what disabling it means, and one that someone else disabled meanwhile asks again', async ({
    page,
    admin,
  }) => {
    await button(page, t('administration:objects.disableNamed', { name: 'Ada' })).click()
    await dialog(page).getByText(t('administration:tokens.disableOwn')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog(page)
      .getByRole('button', { name: t('administration:cancel') })
      .click()
    const [found] = await admin.tokens.list.query({ name: 'night-shift' })
    await button(page, t('administration:objects.disableNamed', { name: 'night-shift' })).click()
    const changed = { tokenId: found?.id ?? '', version: found?.version ?? 0, expiresAt: inDays(30) }
    await admin.tokens.update.mutate(changed)
    const disable = dialog(page).getByRole('button', { name: t('administration:objects.disable') })
    await disable.click()
    await dialog(page).getByText(t('failures:PreconditionFailed'), { exact: true }).waitFor()
    await disable.click()
    await dialog(page).waitFor({ state: 'detached' })
    const [{ id: tokenId = '', version = 0 } = {}] = await admin.tokens.list.query({ state: 'disabled' })
    await admin.tokens.enable.mutate({ tokenId, version })
    await page.keyboard.press('ControlOrMeta+r')
    await page.getByRole('row', { name: /night-shift/ }).waitFor()
  })

  test('a token is revoked with a reason, and no longer listed as valid', async ({ page, admin }) => {
    await button(page, t('administration:tokens.revokeNamed', { name: 'night-shift' })).click()
    await dialog(page)
      .getByRole('button', { name: t('administration:tokens.revoke') })
      .click()
    await dialog(page).getByText(t('administration:reasonMissing')).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog(page).getByLabel(t('administration:reason')).fill('left the team')
    await dialog(page)
      .getByRole('button', { name: t('administration:tokens.revoke') })
      .click()
    await page.getByRole('row', { name: /night-shift/ }).waitFor({ state: 'detached' })
    const [record] = (await admin.audit.list.query({ kind: 'token.revoked' })).records
    expect(record).toMatchObject({ actor: 'Ada', details: { reason: 'left the team' } })
  })
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('tenants are added, renamed, disabled, enabled and deleted; one in use says so', async ({ page }) => {
  await goTo(page, '/administration/tenants')
  await button(page, t('administration:tenants.add')).click()
  await field(page, t('administration:name')).fill('Northern Bank')
  await button(page, t('administration:create')).click()
  await page.getByRole('row', { name: /Northern Bank/ }).waitFor()
  expect(await violationsOf(page)).toEqual([])

  await button(page, t('administration:tenants.renameNamed', { name: 'Northern Bank' })).click()
  await field(page, t('administration:name')).fill('Northern Trust')
  await button(page, t('administration:save')).click()
  await dialog(page).waitFor({ state: 'detached' })
  await button(page, t('administration:objects.disableNamed', { name: 'Northern Trust' })).click()
  expect(await violationsOf(page)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: t('administration:objects.disable') })
    .click()
  await button(page, t('administration:objects.enableNamed', { name: 'Northern Trust' })).click()
  await dialog(page)
    .getByRole('button', { name: t('administration:objects.enable') })
    .click()
  await button(page, t('administration:objects.deleteNamed', { name: 'Northern Trust' })).click()
  await dialog(page)
    .getByRole('button', { name: t('administration:objects.delete') })
    .click()
  await page.getByRole('row', { name: /Northern Trust/ }).waitFor({ state: 'detached' })

  await button(page, t('administration:objects.deleteNamed', { name: 'First Trust' })).click()
  await dialog(page)
    .getByRole('button', { name: t('administration:objects.delete') })
    .click()
  await dialog(page).getByText(t('administration:tenants.inUse')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await button(page, t('administration:cancel')).click()
})

describe('a custodian', () => {
  test('is added for a tenant, and shown', async ({ page, admin }) => {
    await goTo(page, '/custodians')
    await page.getByRole('link', { name: t('custodians:add') }).click()
    await page.getByLabel(t('administration:custodian.tenant')).selectOption({ label: 'Second Trust' })
    await field(page, t('administration:name')).fill('Night vault')
    await field(page, t('administration:custodian.baseUrl')).fill('no url')
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('administration:custodian.add')).click()
    const baseUrl = field(page, t('administration:custodian.baseUrl'))
    await expect.poll(() => baseUrl.getAttribute('aria-invalid')).toBe('true')
    await baseUrl.fill('')
    await button(page, t('administration:custodian.add')).click()
    await page.getByRole('heading', { level: 1, name: 'Night vault' }).waitFor()
    const created = (await admin.custodians.list.query({})).find(({ name }) => name === 'Night vault')
    expect(created).toMatchObject({ tenantId: tenants.second, provider: 'copper', credentialVersion: 0 })
  })

  test('keeps what was typed when someone else changed it meanwhile, and shows the difference', async ({
    page,
    admin,
  }) => {
    await goTo(page, `/custodians/${custodians.copper}/settings`)
    const name = field(page, t('administration:name'))
    await name.fill('Cold storage')
    await page.setViewportSize({ width: 1280, height: 480 })
    const { version } = await admin.custodians.get.query({ custodianId: custodians.copper })
    await admin.custodians.update.mutate({ custodianId: custodians.copper, version, name: 'Cool storage' })
    await button(page, t('administration:save')).click()
    const notice = page.getByRole('alert').filter({ hasText: t('administration:conflict.title') })
    await notice.getByRole('cell', { name: 'Cool storage' }).waitFor()
    await expect.poll(() => isInSight(notice)).toBe(true)
    expect(await name.inputValue()).toBe('Cold storage')
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('administration:save')).click()
    await page.getByRole('heading', { level: 1, name: 'Cold storage' }).waitFor()
    await notice.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  test('with stored keys goes to another host only with the explicit choice to forget the pinned account', async ({
    page,
    server,
    admin,
  }) => {
    const keys = await server.credentials('copper', { account: 'the one account' })
    await admin.custodians.updateApiKeys.mutate({ tenantId: tenants.first, custodianId: custodians.copper, ...keys })
    await page.keyboard.press('ControlOrMeta+r')
    const { providerAccount } = await admin.custodians.get.query({ custodianId: custodians.copper })
    await page.getByText(providerAccount ?? 'no account').waitFor()
    await field(page, t('administration:custodian.baseUrl')).fill('https://api.copper.example')
    await page.getByText(t('administration:custodian.otherHost')).waitFor()
    await button(page, t('administration:save')).click()
    await page
      .getByRole('alert')
      .filter({ hasText: providerAccount ?? 'no account' })
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('checkbox', { name: t('administration:custodian.forget') }).check()
    await button(page, t('administration:save')).click()
    await page.getByText(t('administration:custodian.pinnedNone')).waitFor()
    expect(await admin.custodians.get.query({ custodianId: custodians.copper })).toMatchObject({
      baseUrl: 'https://api.copper.example',
      providerAccount: null,
    })
  })

  test('is disabled and enabled, and one with a history says why it cannot be deleted', async ({ page }) => {
    await button(page, t('administration:custodian.disable')).click()
    await dialog(page)
      .getByRole('button', { name: t('administration:custodian.disable') })
      .click()
    await page.getByText(t('custodians:disabled'), { exact: true }).waitFor()
    expect(await field(page, t('administration:name')).isDisabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await button(page, t('administration:custodian.enable')).click()
    await button(page, t('administration:custodian.disable')).waitFor()
    await button(page, t('administration:custodian.delete')).click()
    await dialog(page)
      .getByRole('button', { name: t('administration:custodian.delete') })
      .click()
    await dialog(page).getByText(t('administration:custodian.inUse')).waitFor()
    await button(page, t('administration:cancel')).click()
  })
})

test('a tenant is frozen and thawed with a reason, and a banner says so on every screen', async ({ page, admin }) => {
  const reason = () => dialog(page).getByLabel(t('administration:reason'))
  await goTo(page, '/administration/freeze')
  await page.getByText(t('administration:freeze.none')).waitFor()
  await page.getByLabel(t('administration:freeze.what')).selectOption({ label: 'First Trust' })
  await button(page, t('administration:freeze.freeze')).click()
  await reason().fill('stolen laptop')
  expect(await violationsOf(page)).toEqual([])
  await dialog(page)
    .getByRole('button', { name: t('administration:freeze.freeze') })
    .click()
  await goTo(page, '/reserves')
  const banner = page.getByRole('alert').filter({ hasText: t('administration:freeze.one', { name: 'First Trust' }) })
  await banner.getByText('stolen laptop').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await banner.getByRole('link', { name: t('administration:freeze.manage') }).click()
  await button(page, t('administration:freeze.thawNamed', { name: 'First Trust' })).click()
  await reason().fill('found again')
  await dialog(page)
    .getByRole('button', { name: t('administration:freeze.thaw') })
    .click()
  await banner.waitFor({ state: 'detached' })
  expect(await admin.freezes.list.query({})).toEqual([])
})

test('in production, a token is revoked only once its name is typed', async ({ server, admin }) => {
  const environment = { isProduction: true }
  await server.token({ name: 'left-behind' })
  await using live = await openConsole({ url: server.url, token: await server.token({ name: 'Mary' }), environment })
  const { page } = live
  await page.evaluate(`location.hash = '#/administration/tokens'`)
  await page.getByRole('button', { name: t('administration:tokens.revokeNamed', { name: 'left-behind' }) }).click()
  const question = page.getByRole('dialog')
  const revoke = () => question.getByRole('button', { name: t('administration:tokens.revoke') }).click()
  await question.getByLabel(t('administration:reason')).fill('left the team')
  await revoke()
  await question.getByText(t('administration:wrongName')).waitFor()
  expect((await admin.tokens.list.query({ name: 'left-behind' }))[0]?.state).toBe('valid')
  await question.getByLabel(t('administration:typeName')).fill('left-behind')
  await revoke()
  await question.waitFor({ state: 'detached' })
  expect((await admin.tokens.list.query({ name: 'left-behind' }))[0]?.state).toBe('revoked')
})

test('what a token cannot grant is shown with the reason', async ({ server }) => {
  const permissions = ['tokens:read', 'tokens:write', 'custodians:read'] as const
  await using few = await openConsole({ url: server.url, token: await server.token({ name: 'few', permissions }) })
  const { page } = few
  await page.evaluate(`location.hash = '#/administration/tokens'`)
  await page.getByRole('button', { name: t('administration:tokens.add') }).click()
  const inDialog = page.getByRole('dialog')
  const viewer = inDialog.getByRole('radio', { name: t('administration:tokens.roles.viewer') })
  expect(await viewer.isDisabled()).toBe(true)
  await inDialog
    .getByText(t('administration:tokens.lacks', { missing: 'wallets:read, reserves:read, tenants:read' }))
    .waitFor()
  const permission = (name: string) => inDialog.getByRole('checkbox', { name, exact: true })
  expect(await permission('audit:read').isDisabled()).toBe(true)
  await inDialog.getByText(t('administration:tokens.offers.lacking')).first().waitFor()
  expect(await permission('custodians:read').isEnabled()).toBe(true)
})

test('a token that may administer nothing is not offered any of it', async ({ page, desk, server }) => {
  await startAgain(desk, await server.token({ permissions: ['custodians:read', 'custodians:update', 'tenants:read'] }))
  await page.evaluate(`location.hash = '#/custodians'`)
  await page.getByRole('link', { name: 'Night vault', exact: true }).click()
  const tabs = page.getByRole('navigation', { name: t('custodians:tabs.label') })
  await tabs.getByRole('link', { name: t('custodians:tabs.history') }).waitFor()
  const settings = tabs.getByRole('link', { name: t('custodians:tabs.settings') })
  const links = [t('common:administration'), t('custodians:add')].map((name) =>
    page.getByRole('link', { name, exact: true }),
  )
  for (const link of [settings, ...links]) await expect.poll(() => link.count()).toBe(0)
  await page.evaluate(`location.hash = '#/administration'`)
  await page.getByText(t('administration:nothing')).waitFor()
})

test('what is frozen is not called nothing for a token that may not read it', async ({ page, desk, server, admin }) => {
  const tenantId = tenants.first
  await admin.freezes.freeze.mutate({ tenantId, reason: 'stolen laptop' })
  onTestFinished(async () => void (await admin.freezes.thaw.mutate({ tenantId, reason: 'found again' })))
  await startAgain(desk, await server.token({ permissions: ['freezes:write'] }))
  await goTo(page, '/administration/freeze')
  await page.getByText(t('common:lacks', { permission: 'tenants:read' })).waitFor()
  expect(await page.getByText(t('administration:freeze.none')).count()).toBe(0)
  await button(page, t('administration:freeze.freeze')).waitFor()
})
