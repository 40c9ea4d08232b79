import { afterAll, beforeAll, expect, test } from 'vitest'
import { custodians, tenants } from '../../harness/seed.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { everyLook, violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'

let server: TestServer
let open: OpenConsole

beforeAll(async () => {
  server = await startTestServer()
  open = await openConsole({ url: server.url, token: await server.token({ name: 'Ada' }) })
})
afterAll(async () => {
  await open?.close()
  await server?.[Symbol.asyncDispose]()
})

const title = (name: string) => open.page.getByRole('heading', { level: 1, name })
const field = () => open.page.getByRole('textbox', { name: t('palette:placeholder') })
const line = (text: string) => open.page.getByRole('dialog').getByRole('status').getByText(text, { exact: true })
const results = (count: number) => line(t('palette:server.answered', { count }))
/** The entry chosen in the palette, as a screen reader hears it. */
const chosen = (label: string | RegExp, place: number) =>
  open.page.getByText(like('palette:selected', { label, place: `${place}` })).waitFor({ state: 'attached' })

async function search(text: string): Promise<void> {
  await open.page.keyboard.press('Control+K')
  await field().fill(text)
}

/** Rotates the keys of a custodian; what identifies that afterwards. */
async function rotate() {
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

test('the palette finds wallets of all custodians by address, and opens the chosen one, also an inactive one', async () => {
  const { page } = open
  const address = `0x${'3'.padStart(40, '0')}`
  await search('0X00')
  await line(t('palette:server.more', { kinds: t('palette:found.wallets') })).waitFor()
  await field().fill(address)
  await results(4).waitFor()
  await chosen(`Vault · ${address}`, 1)
  expect(await violationsOf(page, everyLook)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await chosen(`Vault · ${address}`, 2)
  await page.keyboard.press('Enter')
  await title('Custodian 12').waitFor()
  expect(await page.getByRole('searchbox', { name: t('wallets:search') }).inputValue()).toBe(address)
  await page.getByRole('row').filter({ hasText: '203' }).waitFor()
})

test('the palette finds wallets by label, and tenants and operator tokens by name', async () => {
  await search('vault')
  await line(t('palette:server.more', { kinds: t('palette:found.wallets') })).waitFor()
  await field().fill('second trust')
  await results(1).waitFor()
  await open.page
    .getByRole('dialog')
    .getByRole('button', { name: /^Second Trust/ })
    .click()
  await open.page.getByRole('table', { name: t('administration:parts.tenants') }).waitFor()
  await search('ada')
  await results(1).waitFor()
  await open.page.getByRole('dialog').getByRole('button', { name: /^Ada/ }).click()
  await open.page.getByText(/^Ada$/).first().waitFor()
  expect(await open.page.evaluate('location.hash')).toBe('#/administration/tokens')
})

test('the palette opens a rotation in the history, and the audit records of a rotation or request', async () => {
  const { page } = open
  const { rotationId, requestId } = await rotate()
  await search(rotationId)
  await results(3).waitFor()
  await chosen(rotationId, 1)
  await page.keyboard.press('Enter')
  await title('Custodian 12').waitFor()
  await page.getByRole('main').getByText(rotationId).waitFor()
  await search(requestId)
  await results(2).waitFor()
  await chosen(new RegExp(`${t('audit:kinds.rotation.ended')} · \\d+`), 1)
  await page.keyboard.press('Enter')
  await title(t('audit:title')).waitFor()
  expect(await page.getByRole('textbox', { name: t('audit:traceId') }).inputValue()).toBe(requestId)
  await page.getByText(t('audit:loaded', { count: 2 })).waitFor()
})

test('a rotation that is further back than the history is loaded is opened above it', async () => {
  const { page } = open
  const { rotationId } = await rotate()
  const { truth, tamper } = server.data
  const oldest = (await truth.read('rotations')).find((each) => each.rotationId === rotationId)
  if (!oldest) throw new Error('no rotation was stored')
  const idOf = (place: number) => `ff000000-0000-7000-8000-${(place + 1).toString(16).padStart(12, '0')}`
  const newer = Array.from({ length: 60 }, (_, place) => ({ ...oldest, rotationId: idOf(place) }))
  await tamper.add('rotations', newer)
  await page.evaluate(`location.hash = '#/settings'`)
  await search(rotationId)
  await chosen(rotationId, 1)
  await page.keyboard.press('Enter')
  const earlier = page.getByRole('table', { name: t('custodians:history.earlier') })
  await earlier.getByText(rotationId).waitFor()
  expect(await violationsOf(page)).toEqual([])
})

test('the last entry of the palette is whole once it is chosen, also in the smallest window', async () => {
  const { page } = open
  await page.setViewportSize({ width: 1024, height: 640 })
  await page.keyboard.press('Control+K')
  await field().waitFor()
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

test('the palette leads to the parts of the administration', async () => {
  await search('reserve accounts')
  await chosen(t('administration:parts.reserveAccounts'), 1)
  await open.page.keyboard.press('Enter')
  await expect.poll(() => open.page.evaluate('location.hash')).toBe('#/administration/reserve-accounts')
})

test('a failed search of the server is one line, and the screens are found all the same', async () => {
  await server.app[Symbol.asyncDispose]()
  await search('settings')
  await line(t('palette:server.failed', { why: t('failures:Unreachable') })).waitFor()
  await chosen(t('common:settings'), 1)
  await open.page.keyboard.press('Enter')
  await title(t('settings:title')).waitFor()
})
