import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { usualWebhookSettings } from '../../../server/webhooks/settings.ts'
import { startFaultProxy } from '../../harness/fault-proxy.ts'
import type { TestServer } from '../../harness/server.ts'
import { type Receiver, startReceiver, verified } from '../../webhooks/receiver.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, startAgain } from '../harness/console.ts'
import { test as base } from '../harness/desk.ts'
import { isInPage } from '../harness/secrets.ts'
import { t } from '../harness/words.ts'

const paces = { look: 20, attempt: 5_000, claim: 10_000 }

const test = base
  .extend(
    'config',
    { scope: 'file' },
    {
      webhooks: { ...usualWebhookSettings, allowedRanges: ['127.0.0.0/8'], paces },
    },
  )
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('receiver', { scope: 'file' }, async ({}, { onCleanup }) => {
    const receiver = await startReceiver()
    onCleanup(() => receiver[Symbol.asyncDispose]())
    return receiver
  })
  .extend('proxy', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    const proxy = await startFaultProxy(server.url)
    onCleanup(() => proxy[Symbol.asyncDispose]())
    return proxy
  })
  .extend('consoleOptions', { scope: 'file' }, ({ proxy }) => ({ url: proxy.url }))

type Admin = ReturnType<TestServer['trpc']>

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })
const event = (page: Page, type: 'rotation.ended' | 'data.damaged') =>
  dialog(page).getByRole('checkbox', { name: t(`webhooks:events.${type}`) })

const named = async (admin: Admin, name: string) => {
  const found = (await admin.webhooks.list.query({})).find((webhook) => webhook.name === name)
  if (!found) throw new Error(`there is no webhook ${name}`)
  return found
}
const received = (receiver: Receiver, index: number) => {
  const request = receiver.received[index]
  if (!request) throw new Error(`request ${index} was not received`)
  return request
}

/** The secret that is offered, out of the clipboard. */
async function copiedSecret({ page, electron }: OpenConsole): Promise<string> {
  await electron.clipboard.write('')
  await inDialog(page, t('webhooks:once.copy')).click()
  await expect.poll(electron.clipboard.read).toMatch(/^whsec_/)
  return electron.clipboard.read()
}

let secret = ''

test('a webhook is created after its URL and events are right; its secret is offered once and never enters the page', async ({
  page,
  desk,
  admin,
  receiver,
}) => {
  const { electron } = desk
  await page
    .getByRole('navigation', { name: t('common:navigation') })
    .getByRole('link', { name: t('common:administration') })
    .click()
  await page.getByRole('link', { name: t('administration:parts.webhooks') }).click()
  await page.getByText(t('webhooks:none')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await button(page, t('webhooks:add')).click()
  await field(page, t('administration:name')).fill('Treasury desk')
  await field(page, t('webhooks:url')).fill('http://hooks.example.com')
  await inDialog(page, t('webhooks:add')).click()
  await dialog(page).getByText(t('webhooks:eventsMissing')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await event(page, 'rotation.ended').check()
  await inDialog(page, t('webhooks:add')).click()
  await expect.poll(() => field(page, t('webhooks:url')).getAttribute('aria-invalid')).toBe('true')
  await field(page, t('webhooks:url')).fill(receiver.url)
  await inDialog(page, t('webhooks:add')).click()
  await dialog(page).getByText(t('webhooks:once.warning')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  secret = await copiedSecret(desk)
  const file = join(desk.userData, 'secret.txt')
  await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath: file })
  await inDialog(page, t('administration:saveFile')).click()
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe(secret)
  await inDialog(page, t('administration:done')).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await isInPage(page, secret)).toBe(false)
  expect(await named(admin, 'Treasury desk')).toMatchObject({ url: receiver.url, eventTypes: ['rotation.ended'] })
})

test('a test event is shown as delivered, opens to its attempt, and is sent again with the same ID', async ({
  page,
  receiver,
}) => {
  await page.getByRole('link', { name: 'Treasury desk' }).click()
  await page.getByText(t('webhooks:deliveries.none')).waitFor()
  await button(page, t('webhooks:ping')).click()
  const row = page.getByRole('row', { name: t('webhooks:events.webhook.ping') })
  await row.getByText(t('webhooks:deliveries.states.delivered')).waitFor()
  expect(verified(received(receiver, 0), secret)).toMatchObject({ type: 'webhook.ping' })
  await row.getByRole('button', { expanded: false }).click()
  await page
    .getByRole('table', { name: t('webhooks:deliveries.attempts') })
    .getByText(t('webhooks:deliveries.status', { status: 200 }))
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  await row.getByRole('button', { name: /^Send again/ }).click()
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.ids()[1]).toBe(receiver.ids()[0])
})

test('deliveries in one state are shown alone', async ({ page }) => {
  const show = page.getByRole('combobox', { name: t('webhooks:deliveries.show') })
  await show.selectOption('failed')
  await page.getByText(t('webhooks:deliveries.noneShown')).waitFor()
  await show.selectOption('delivered')
  await page.getByRole('row', { name: t('webhooks:events.webhook.ping') }).waitFor()
  await show.selectOption('')
})

test('events that someone else changed meanwhile are asked about in words, and then stored', async ({
  page,
  admin,
}) => {
  const { id: webhookId, version } = await named(admin, 'Treasury desk')
  await button(page, t('webhooks:edit')).click()
  await admin.webhooks.update.mutate({ webhookId, version, eventTypes: ['data.imported'] })
  await event(page, 'data.damaged').check()
  await inDialog(page, t('administration:save')).click()
  await page.getByText(t('administration:conflict.title')).first().waitFor()
  await dialog(page)
    .getByRole('cell', { name: t('webhooks:events.data.imported'), exact: true })
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  await inDialog(page, t('administration:save')).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await named(admin, 'Treasury desk')).toMatchObject({ eventTypes: ['rotation.ended', 'data.damaged'] })
})

test('events of chosen tenants alone are sent, and of all again', async ({ page, admin }) => {
  await button(page, t('webhooks:edit')).click()
  await dialog(page)
    .getByRole('combobox', { name: t('webhooks:tenants') })
    .click()
  await page.getByRole('option', { name: /First Trust/ }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  await inDialog(page, t('administration:save')).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect((await named(admin, 'Treasury desk')).tenantIds).toHaveLength(1)
  await button(page, t('webhooks:edit')).click()
  await dialog(page)
    .getByRole('combobox', { name: t('webhooks:tenants') })
    .press('Backspace')
  await page.keyboard.press('Tab')
  await inDialog(page, t('administration:save')).click()
  await dialog(page).waitFor({ state: 'detached' })
  expect((await named(admin, 'Treasury desk')).tenantIds).toBe(null)
})

test('an event of a newer server stays chosen when another one is unchecked', async ({ page, proxy }) => {
  onTestFinished(proxy.restore)
  proxy.reword([['"data.damaged"', '"data.moved"']])
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText('data.moved').first().waitFor()
  await button(page, t('webhooks:edit')).click()
  await event(page, 'rotation.ended').uncheck()
  expect(await dialog(page).getByRole('checkbox', { name: 'data.moved' }).isChecked()).toBe(true)
  await inDialog(page, t('administration:cancel')).click()
  proxy.restore()
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText('data.moved').first().waitFor({ state: 'detached' })
})

test('a rotated secret is offered once, and events are signed with both until the time that was chosen', async ({
  page,
  desk,
  receiver,
}) => {
  await button(page, t('webhooks:rotate')).click()
  expect(await violationsOf(page)).toEqual([])
  await dialog(page)
    .getByRole('combobox', { name: t('webhooks:overlap') })
    .selectOption('3600')
  await inDialog(page, t('webhooks:rotate')).click()
  await dialog(page).getByText(t('webhooks:once.warning')).waitFor()
  const next = await copiedSecret(desk)
  expect(next).not.toBe(secret)
  await inDialog(page, t('administration:done')).click()
  await page.getByText(t('webhooks:twoSecretsText')).waitFor()
  const before = receiver.received.length
  await button(page, t('webhooks:ping')).click()
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  for (const each of [secret, next])
    expect(verified(received(receiver, before), each)).toMatchObject({ type: 'webhook.ping' })
})

test('a webhook is disabled after a question, cannot be tried then, and is enabled', async ({ page, admin }) => {
  await button(page, t('administration:objects.disable')).click()
  expect(await violationsOf(page)).toEqual([])
  await inDialog(page, t('administration:objects.disable')).click()
  await page.getByText(t('webhooks:needs.disabled')).waitFor()
  expect(await button(page, t('webhooks:ping')).count()).toBe(0)
  await button(page, t('administration:objects.enable')).click()
  await inDialog(page, t('administration:objects.enable')).click()
  await button(page, t('webhooks:ping')).waitFor()
  expect(await named(admin, 'Treasury desk')).toMatchObject({ disabled: false })
})

test('a receiver that fails, and one that is gone, are named with what to do', async ({ page, admin, receiver }) => {
  receiver.status = 500
  await button(page, t('webhooks:ping')).click()
  await page.getByText(t('webhooks:deliveries.status', { status: 500 })).waitFor()
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText(t('webhooks:states.failing'), { exact: true }).waitFor()
  receiver.status = 410
  await button(page, t('webhooks:ping')).click()
  await expect.poll(async () => (await named(admin, 'Treasury desk')).disabledReason).toBe('gone')
  await page.getByRole('link', { name: t('webhooks:back') }).click()
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText(t('webhooks:needs.gone')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  receiver.status = 200
})

test('a webhook is deleted after a question, and its address says that it is gone', async ({ page, admin }) => {
  const { id } = await named(admin, 'Treasury desk')
  await page.getByRole('link', { name: 'Treasury desk' }).click()
  await page.getByText(t('webhooks:needs.gone')).waitFor()
  await button(page, t('administration:objects.delete')).click()
  await inDialog(page, t('administration:objects.delete')).click()
  await page.getByText(t('webhooks:none')).waitFor()
  await goTo(page, `/administration/webhooks/${id}`)
  await page.getByText(t('webhooks:notFound')).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('a token that may only read webhooks sees them and their deliveries, and is offered no change', async ({
  page,
  desk,
  admin,
  receiver,
  server,
}) => {
  const { id: webhookId } = await admin.webhooks.create.mutate({
    name: 'Audit desk',
    url: receiver.url,
    eventTypes: ['data.damaged'],
  })
  await admin.webhooks.ping.mutate({ webhookId })
  await startAgain(desk, await server.token({ name: 'Alan', permissions: ['webhooks:read'] }))
  await goTo(page, '/administration/webhooks')
  await page.getByRole('link', { name: 'Audit desk' }).click()
  await page.getByRole('row', { name: t('webhooks:events.webhook.ping') }).waitFor()
  await page.getByText(t('common:lacks', { permission: 'webhooks:write' })).waitFor()
  for (const name of [t('webhooks:ping'), t('webhooks:edit'), t('administration:objects.delete')])
    expect(await button(page, name).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Send again/ }).count()).toBe(0)
})
