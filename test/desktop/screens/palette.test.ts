import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import type { TestServer } from '../../harness/server.ts'
import { addWebhook } from '../../harness/webhooks.ts'
import { everyLook, violationsOf } from '../harness/accessibility.ts'
import { test } from '../harness/desk.ts'
import { like, t } from '../harness/words.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const field = (page: Page) => page.getByRole('textbox', { name: t('palette:placeholder') })
const line = (page: Page, text: string) => page.getByRole('dialog').getByRole('status').getByText(text, { exact: true })
const results = (page: Page, count: number) => line(page, t('palette:server.answered', { count }))
/** The entry chosen in the palette, as a screen reader hears it. */
const chosen = (page: Page, label: string | RegExp, place: number) =>
  page.getByText(like('palette:selected', { label, place: `${place}` })).waitFor({ state: 'attached' })

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await field(page).fill(text)
}

/** Rotates the keys of a custodian; what identifies that afterwards. */
async function rotate(server: TestServer) {
  const credentials = await server.credentials('copper', { account: 'the one account' })
  const path = `/platform/admin/custodians/${custodians.copper}/update_api_keys`
  const response = await server.rest(await server.token({ name: 'Grace' }), path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: tenants.first, ...credentials }),
  })
  expect(response.status).toBe(200)
  return {
    rotationId: response.headers.get('rotation-id') ?? '',
    requestId: response.headers.get('request-id') ?? '',
  }
}

test('the palette finds wallets of all custodians by address, and opens the chosen one, also an inactive one', async ({
  page,
}) => {
  const address = `0x${'3'.padStart(40, '0')}`
  await search(page, '0X00')
  await line(page, t('palette:server.more', { kinds: t('palette:found.wallets') })).waitFor()
  await field(page).fill(address)
  await results(page, 4).waitFor()
  await chosen(page, `Vault · ${address}`, 1)
  expect(await violationsOf(page, everyLook)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await chosen(page, `Vault · ${address}`, 2)
  await page.keyboard.press('Enter')
  await title(page, 'Custodian 12').waitFor()
  expect(await page.getByRole('searchbox', { name: t('wallets:search') }).inputValue()).toBe(address)
  await page.getByRole('row').filter({ hasText: '203' }).waitFor()
})

test('the palette finds wallets by label, and tenants and operator tokens by name', async ({ page }) => {
  await search(page, 'vault')
  await line(page, t('palette:server.more', { kinds: t('palette:found.wallets') })).waitFor()
  await field(page).fill('second trust')
  await results(page, 1).waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Second Trust/ })
    .click()
  await page.getByRole('table', { name: t('administration:parts.tenants') }).waitFor()
  await search(page, 'ada')
  await results(page, 1).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: /^Ada/ }).click()
  await page.getByText(/^Ada$/).first().waitFor()
  expect(await page.evaluate('location.hash')).toBe('#/administration/tokens')
})

test('the palette finds a webhook by its name and URL, and opens it', async ({ page, server }) => {
  const name = 'Treasury desk'
  await addWebhook(server.app.store, { name, url: 'https://hooks.example.com/a' })
  await search(page, 'treasury')
  await results(page, 1).waitFor()
  await field(page).fill('HOOKS.example')
  await results(page, 1).waitFor()
  await chosen(page, `${name} · https://hooks.example.com/a`, 1)
  expect(await violationsOf(page, everyLook)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name }).waitFor()
  expect(await page.evaluate('location.hash')).toMatch(/^#\/administration\/webhooks\/\d+$/)
})

test('the palette opens a rotation in the history, and the audit records of a rotation or request', async ({
  page,
  server,
}) => {
  const { rotationId, requestId } = await rotate(server)
  await search(page, rotationId)
  await results(page, 3).waitFor()
  await chosen(page, rotationId, 1)
  await page.keyboard.press('Enter')
  await title(page, 'Custodian 12').waitFor()
  await page.getByRole('main').getByText(rotationId).waitFor()
  await search(page, requestId)
  await results(page, 2).waitFor()
  await chosen(page, new RegExp(`${t('audit:kinds.rotation.ended')} · \\d+`), 1)
  await page.keyboard.press('Enter')
  await title(page, t('audit:title')).waitFor()
  expect(await page.getByRole('textbox', { name: t('audit:traceId') }).inputValue()).toBe(requestId)
  await page.getByText(t('audit:loaded', { count: 2 })).waitFor()
})

test('a rotation that is further back than the history is loaded is opened above it', async ({ page, server }) => {
  const { rotationId } = await rotate(server)
  const { truth, tamper } = server.data
  const oldest = (await truth.read('rotations')).find((each) => each.rotationId === rotationId)
  if (!oldest) throw new Error('no rotation was stored')
  const idOf = (place: number) => `ff000000-0000-7000-8000-${(place + 1).toString(16).padStart(12, '0')}`
  const newer = Array.from({ length: 60 }, (_, place) => ({ ...oldest, rotationId: idOf(place) }))
  await tamper.add('rotations', newer)
  await page.evaluate(`location.hash = '#/settings'`)
  await search(page, rotationId)
  await chosen(page, rotationId, 1)
  await page.keyboard.press('Enter')
  const earlier = page.getByRole('table', { name: t('custodians:history.earlier') })
  await earlier.getByText(rotationId).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('the last entry of the palette is whole once it is chosen, also in the smallest window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 640 })
  await page.keyboard.press('Control+K')
  await field(page).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const last = page.getByRole('dialog').locator('[data-action]').last()
  await expect.poll(() => last.getAttribute('data-selected')).toBe('true')
  const bottomOf = async (box: typeof last) => {
    const { y = 0, height = 0 } = (await box.boundingBox()) ?? {}
    return y + height
  }
  await expect.poll(() => bottomOf(last)).toBeLessThan(await bottomOf(page.getByRole('dialog')))
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('the palette leads to the parts of the administration', async ({ page }) => {
  await search(page, 'reserve accounts')
  await chosen(page, t('administration:parts.reserveAccounts'), 1)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('location.hash')).toBe('#/administration/reserve-accounts')
})

test('a failed search of the server is one line, and the screens are found all the same', async ({ page, server }) => {
  await server.app[Symbol.asyncDispose]()
  await search(page, 'settings')
  await line(page, t('palette:server.failed', { why: t('failures:Unreachable') })).waitFor()
  await chosen(page, t('common:settings'), 1)
  await page.keyboard.press('Enter')
  await title(page, t('settings:title')).waitFor()
})
