import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'

let server: TestServer
let open: OpenConsole

beforeAll(async () => {
  server = await startTestServer()
  open = await openConsole({ url: server.url, token: await server.token() })
})
afterAll(async () => {
  await open?.close()
  await server?.[Symbol.asyncDispose]()
})

/** In the page: what has the focus as soon as the keys of the palette were handled. */
const afterTheKeys = `(async () => {
  const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', keys))
  await null
  return document.activeElement.placeholder
})()`

const title = (name: string) => open.page.getByRole('heading', { level: 1, name })

test('digit shortcuts open each screen, and the question mark lists the shortcuts', async () => {
  const screens = [
    t('home:title'),
    t('custodians:title'),
    t('reserves:title'),
    t('audit:title'),
    t('administration:title'),
    t('thisMachine:title'),
    t('connect:title'),
    t('settings:title'),
  ]
  for (const [index, name] of screens.entries()) {
    await open.page.keyboard.press(`Control+${index + 1}`)
    await title(name).waitFor()
  }
  await open.page.keyboard.press('Shift+?')
  await title(t('shortcuts:title')).waitFor()
  const listed = open.page.getByRole('table', { name: t('shortcuts:places.screens') }).getByRole('row')
  expect(await listed.count()).toBe(1 + screens.length)
})

test('the palette opens any screen of any custodian by a few letters', async () => {
  await open.page.keyboard.press('Control+K')
  await open.page.getByRole('textbox', { name: t('palette:placeholder') }).fill('rotate custodian 21')
  await open.page
    .getByText(t('palette:selected', { label: t('palette:rotate', { name: 'Custodian 21' }), place: 1, count: 1 }))
    .waitFor({ state: 'attached' })
  await open.page.keyboard.press('Enter')
  await title('Custodian 21').waitFor()
  expect(await open.page.evaluate('location.hash')).toBe('#/custodians/21/rotate')
})

test('the palette opens from a field, returns the focus to it, and opens the reserves of a token', async () => {
  const { page } = open
  await page.keyboard.press('Control+4')
  await page.getByRole('textbox', { name: t('audit:operator') }).focus()
  // No letter that is typed at once may be lost.
  expect(await page.evaluate<string>(afterTheKeys)).toBe(t('palette:placeholder'))
  const focused = () => page.evaluate<string>('document.activeElement.placeholder')
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe(t('audit:operatorHint'))
  await page.keyboard.press('Control+K')
  await expect.poll(focused).toBe(t('palette:placeholder'))
  await page.keyboard.type('usdx')
  await page.getByText(like('palette:selected', { label: 'USDX', place: '1' })).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await title(t('reserves:title')).waitFor()
  expect(await page.getByRole('searchbox', { name: t('reserves:search') }).inputValue()).toBe('USDX')
})

test('a copy is announced, and a repeated copy is announced again', async () => {
  const { page } = open
  const copy = page.getByRole('button', { name: like('common:copyWhat', { what: like('reserves:amountOf') }) }).first()
  const said = page
    .getByRole('status')
    .filter({ hasText: like('common:copiedWhat', { what: like('reserves:amountOf', { token: 'USDX' }) }) })
  for (const _time of ['first', 'second']) {
    await copy.click()
    await said.waitFor({ state: 'attached' })
    await said.waitFor({ state: 'detached' })
  }
})

test('the application menu opens the screens', async () => {
  await open.electron.menu.click(t('system:menu.help'), t('system:menu.about'))
  await title(t('about:title', { version: '0.1.0' })).waitFor()
})

test('every shipped package is listed with its licence', async () => {
  await open.page.getByRole('searchbox', { name: like('about:search') }).fill('better-sqlite3')
  await open.page.getByRole('button', { name: /better-sqlite3 13\.2\.0/ }).click()
  await open.page.getByText('Permission is hereby granted').first().waitFor()
})

test('the shipped packages are one list under one heading', async () => {
  const main = open.page.getByRole('main')
  await open.page.evaluate(`location.hash = '#/about'`)
  await open.page.getByRole('searchbox', { name: like('about:search') }).fill('')
  expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([t('about:packages')])
  expect(
    await main
      .getByRole('list', { name: t('about:packages') })
      .getByRole('listitem')
      .count(),
  ).toBeGreaterThan(50)
})

test('settings are saved, and the theme changes at once', async () => {
  await open.page.keyboard.press('Control+8')
  await open.page.getByText(t('settings:dark'), { exact: true }).click()
  const scheme = () => open.page.evaluate(`document.documentElement.dataset.mantineColorScheme`)
  await expect.poll(scheme).toBe('dark')
  const days = open.page.getByRole('textbox', { name: t('settings:dueDays') })
  await days.fill('30')
  await days.blur()
  await open.electron.window.reload()
  await expect.poll(() => days.inputValue()).toBe('30')
  await expect.poll(scheme).toBe('dark')
})

test('a choice among a few is as wide as its words, the language too', async () => {
  const { page } = open
  await page.keyboard.press('Control+8')
  const widthOf = async (name: string) => (await page.getByRole('radiogroup', { name }).boundingBox())?.width
  expect(await widthOf(t('settings:appearance')), 'the control').toBeLessThan(400)
  expect(await widthOf(t('settings:language'))).toBeLessThan(400)
})

test('a setting outside its bounds is not saved', async () => {
  const minutes = open.page.getByRole('textbox', { name: t('settings:lockMinutes') })
  await minutes.fill('500')
  await minutes.blur()
  await expect.poll(() => minutes.inputValue()).not.toBe('500')
})

test('the diagnostics report contains what support needs, and can be copied', async () => {
  await open.page.getByRole('button', { name: t('settings:copyReport') }).click()
  await open.page.getByText(t('settings:reportCopied')).waitFor()
  const report = await open.electron.clipboard.read()
  expect(report).toContain(`server: ${server.url} (Test)`)
  expect(report).toMatch(/keychain: memory \(\w+\)/)
})

test('the notice on session-only tokens links to the reason, and checks the keychain again', async () => {
  await open.page.getByRole('link', { name: t('common:memoryOnlyWhy') }).click()
  await title(t('settings:title')).waitFor()
  await open.page.getByRole('button', { name: t('settings:recheck') }).click()
  await open.page.getByText(t('settings:memory')).waitFor()
})

test('the header switches servers', async () => {
  await open.page.getByRole('button', { name: t('common:switchServer', { name: 'Custody desk' }) }).click()
  await open.page.getByRole('menuitem', { name: t('connect:title') }).click()
  await title(t('connect:title')).waitFor()
})

test('an unknown address says so inside the navigation, and links back', async () => {
  await open.page.evaluate(`location.hash = '#/nowhere'`)
  await open.page.getByText(t('common:noScreen')).waitFor()
  await open.page
    .getByRole('main')
    .getByRole('link', { name: t('common:home') })
    .click()
  await title(t('home:title')).waitFor()
})
