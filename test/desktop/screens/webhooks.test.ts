import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { usualWebhookSettings } from '../../../server/webhooks/settings.ts'
import { type FaultProxy, startFaultProxy } from '../../harness/fault-proxy.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { type Receiver, startReceiver, verified } from '../../webhooks/receiver.ts'
import { violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole, startAgain } from '../harness/console.ts'
import { isInPage } from '../harness/secrets.ts'
import { t } from '../harness/words.ts'

let receiver: Receiver
let server: TestServer
let proxy: FaultProxy
let desk: OpenConsole
let admin: ReturnType<TestServer['trpc']>

beforeAll(async () => {
  receiver = await startReceiver()
  const paces = { look: 20, attempt: 5_000, claim: 10_000 }
  server = await startTestServer({ webhooks: { ...usualWebhookSettings, allowedRanges: ['127.0.0.0/8'], paces } })
  proxy = await startFaultProxy(server.url)
  desk = await openConsole({ url: proxy.url, token: await server.token({ name: 'Ada' }) })
  admin = server.trpc(await server.token({ name: 'Grace' }))
})
afterAll(async () => {
  await desk?.close()
  await proxy?.[Symbol.asyncDispose]()
  await server?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
})

const goTo = (path: string) => desk.page.evaluate(`location.hash = ${JSON.stringify(`#${path}`)}`)
const button = (name: string | RegExp) => desk.page.getByRole('button', { name, exact: true })
const dialog = () => desk.page.getByRole('dialog')
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })
const field = (name: string) => dialog().getByRole('textbox', { name })
const event = (type: 'rotation.ended' | 'data.damaged') =>
  dialog().getByRole('checkbox', { name: t(`webhooks:events.${type}`) })

const named = async (name: string) => {
  const found = (await admin.webhooks.list.query({})).find((webhook) => webhook.name === name)
  if (!found) throw new Error(`there is no webhook ${name}`)
  return found
}
const received = (index: number) => {
  const request = receiver.received[index]
  if (!request) throw new Error(`request ${index} was not received`)
  return request
}

/** The secret that is offered, out of the clipboard. */
async function copiedSecret(): Promise<string> {
  await desk.electron.clipboard.write('')
  await inDialog(t('webhooks:once.copy')).click()
  await expect.poll(desk.electron.clipboard.read).toMatch(/^whsec_/)
  return desk.electron.clipboard.read()
}

let secret = ''

test('a webhook is created after its URL and events are right; its secret is offered once and never enters the page', async () => {
  const { page, electron } = desk
  await page
    .getByRole('navigation', { name: t('common:navigation') })
    .getByRole('link', { name: t('common:administration') })
    .click()
  await page.getByRole('link', { name: t('administration:parts.webhooks') }).click()
  await page.getByText(t('webhooks:none')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await button(t('webhooks:add')).click()
  await field(t('administration:name')).fill('Treasury desk')
  await field(t('webhooks:url')).fill('http://hooks.example.com')
  await inDialog(t('webhooks:add')).click()
  await dialog().getByText(t('webhooks:eventsMissing')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await event('rotation.ended').check()
  await inDialog(t('webhooks:add')).click()
  await expect.poll(() => field(t('webhooks:url')).getAttribute('aria-invalid')).toBe('true')
  await field(t('webhooks:url')).fill(receiver.url)
  await inDialog(t('webhooks:add')).click()
  await dialog().getByText(t('webhooks:once.warning')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  secret = await copiedSecret()
  const file = join(desk.userData, 'secret.txt')
  await electron.dialogs.queue('showSaveDialog', { canceled: false, filePath: file })
  await inDialog(t('administration:saveFile')).click()
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toBe(secret)
  await inDialog(t('administration:done')).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await isInPage(page, secret)).toBe(false)
  expect(await named('Treasury desk')).toMatchObject({ url: receiver.url, eventTypes: ['rotation.ended'] })
})

test('a test event is shown as delivered, opens to its attempt, and is sent again with the same ID', async () => {
  const { page } = desk
  await page.getByRole('link', { name: 'Treasury desk' }).click()
  await page.getByText(t('webhooks:deliveries.none')).waitFor()
  await button(t('webhooks:ping')).click()
  const row = page.getByRole('row', { name: t('webhooks:events.webhook.ping') })
  await row.getByText(t('webhooks:deliveries.states.delivered')).waitFor()
  expect(verified(received(0), secret)).toMatchObject({ type: 'webhook.ping' })
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

test('deliveries in one state are shown alone', async () => {
  const { page } = desk
  const show = page.getByRole('combobox', { name: t('webhooks:deliveries.show') })
  await show.selectOption('failed')
  await page.getByText(t('webhooks:deliveries.noneShown')).waitFor()
  await show.selectOption('delivered')
  await page.getByRole('row', { name: t('webhooks:events.webhook.ping') }).waitFor()
  await show.selectOption('')
})

test('events that someone else changed meanwhile are asked about in words, and then stored', async () => {
  const { page } = desk
  const { id: webhookId, version } = await named('Treasury desk')
  await button(t('webhooks:edit')).click()
  await admin.webhooks.update.mutate({ webhookId, version, eventTypes: ['data.imported'] })
  await event('data.damaged').check()
  await inDialog(t('administration:save')).click()
  await page.getByText(t('administration:conflict.title')).first().waitFor()
  await dialog()
    .getByRole('cell', { name: t('webhooks:events.data.imported'), exact: true })
    .waitFor()
  expect(await violationsOf(page)).toEqual([])
  await inDialog(t('administration:save')).click()
  await dialog().waitFor({ state: 'detached' })
  expect(await named('Treasury desk')).toMatchObject({ eventTypes: ['rotation.ended', 'data.damaged'] })
})

test('events of chosen tenants alone are sent, and of all again', async () => {
  const { page } = desk
  await button(t('webhooks:edit')).click()
  await dialog()
    .getByRole('combobox', { name: t('webhooks:tenants') })
    .click()
  await page.getByRole('option', { name: /First Trust/ }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  await inDialog(t('administration:save')).click()
  await dialog().waitFor({ state: 'detached' })
  expect((await named('Treasury desk')).tenantIds).toHaveLength(1)
  await button(t('webhooks:edit')).click()
  await dialog()
    .getByRole('combobox', { name: t('webhooks:tenants') })
    .press('Backspace')
  await page.keyboard.press('Tab')
  await inDialog(t('administration:save')).click()
  await dialog().waitFor({ state: 'detached' })
  expect((await named('Treasury desk')).tenantIds).toBe(null)
})

test('an event of a newer server stays chosen when another one is unchecked', async () => {
  onTestFinished(proxy.restore)
  const { page } = desk
  proxy.reword([['"data.damaged"', '"data.moved"']])
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText('data.moved').first().waitFor()
  await button(t('webhooks:edit')).click()
  await event('rotation.ended').uncheck()
  expect(await dialog().getByRole('checkbox', { name: 'data.moved' }).isChecked()).toBe(true)
  await inDialog(t('administration:cancel')).click()
  proxy.restore()
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText('data.moved').first().waitFor({ state: 'detached' })
})

test('a rotated secret is offered once, and events are signed with both until the time that was chosen', async () => {
  const { page } = desk
  await button(t('webhooks:rotate')).click()
  expect(await violationsOf(page)).toEqual([])
  await dialog()
    .getByRole('combobox', { name: t('webhooks:overlap') })
    .selectOption('3600')
  await inDialog(t('webhooks:rotate')).click()
  await dialog().getByText(t('webhooks:once.warning')).waitFor()
  const next = await copiedSecret()
  expect(next).not.toBe(secret)
  await inDialog(t('administration:done')).click()
  await page.getByText(t('webhooks:twoSecretsText')).waitFor()
  const before = receiver.received.length
  await button(t('webhooks:ping')).click()
  await expect.poll(() => receiver.received.length).toBe(before + 1)
  for (const each of [secret, next]) expect(verified(received(before), each)).toMatchObject({ type: 'webhook.ping' })
})

test('a webhook is disabled after a question, cannot be tried then, and is enabled', async () => {
  const { page } = desk
  await button(t('administration:objects.disable')).click()
  expect(await violationsOf(page)).toEqual([])
  await inDialog(t('administration:objects.disable')).click()
  await page.getByText(t('webhooks:needs.disabled')).waitFor()
  expect(await button(t('webhooks:ping')).count()).toBe(0)
  await button(t('administration:objects.enable')).click()
  await inDialog(t('administration:objects.enable')).click()
  await button(t('webhooks:ping')).waitFor()
  expect(await named('Treasury desk')).toMatchObject({ disabled: false })
})

test('a receiver that fails, and one that is gone, are named with what to do', async () => {
  const { page } = desk
  receiver.status = 500
  await button(t('webhooks:ping')).click()
  await page.getByText(t('webhooks:deliveries.status', { status: 500 })).waitFor()
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText(t('webhooks:states.failing'), { exact: true }).waitFor()
  receiver.status = 410
  await button(t('webhooks:ping')).click()
  await expect.poll(async () => (await named('Treasury desk')).disabledReason).toBe('gone')
  await page.getByRole('link', { name: t('webhooks:back') }).click()
  await page.keyboard.press('ControlOrMeta+r')
  await page.getByText(t('webhooks:needs.gone')).waitFor()
  expect(await violationsOf(page)).toEqual([])
  receiver.status = 200
})

test('a webhook is deleted after a question, and its address says that it is gone', async () => {
  const { page } = desk
  const { id } = await named('Treasury desk')
  await page.getByRole('link', { name: 'Treasury desk' }).click()
  await page.getByText(t('webhooks:needs.gone')).waitFor()
  await button(t('administration:objects.delete')).click()
  await inDialog(t('administration:objects.delete')).click()
  await page.getByText(t('webhooks:none')).waitFor()
  await goTo(`/administration/webhooks/${id}`)
  await page.getByText(t('webhooks:notFound')).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('a token that may only read webhooks sees them and their deliveries, and is offered no change', async () => {
  const { id: webhookId } = await admin.webhooks.create.mutate({
    name: 'Audit desk',
    url: receiver.url,
    eventTypes: ['data.damaged'],
  })
  await admin.webhooks.ping.mutate({ webhookId })
  await startAgain(desk, await server.token({ name: 'Alan', permissions: ['webhooks:read'] }))
  await goTo('/administration/webhooks')
  await desk.page.getByRole('link', { name: 'Audit desk' }).click()
  await desk.page.getByRole('row', { name: t('webhooks:events.webhook.ping') }).waitFor()
  await desk.page.getByText(t('common:lacks', { permission: 'webhooks:write' })).waitFor()
  for (const name of [t('webhooks:ping'), t('webhooks:edit'), t('administration:objects.delete')])
    expect(await button(name).count()).toBe(0)
  expect(await desk.page.getByRole('button', { name: /^Send again/ }).count()).toBe(0)
})
