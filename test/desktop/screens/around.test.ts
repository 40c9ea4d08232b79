import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openConsole } from '../harness/console.ts'
import { test } from '../harness/desk.ts'
import { like, t } from '../harness/words.ts'

/** In the page: what has the focus as soon as the keys of the palette were handled. */
const afterTheKeys = `(async () => {
  const keys = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', keys))
  await null
  return document.activeElement.placeholder
})()`

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('digit shortcuts open each screen, and the question mark lists the shortcuts', async ({ page }) => {
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
    await page.keyboard.press(`Control+${index + 1}`)
    await title(page, name).waitFor()
  }
  await page.keyboard.press('Shift+?')
  await title(page, t('shortcuts:title')).waitFor()
  const listed = page.getByRole('table', { name: t('shortcuts:places.screens') }).getByRole('row')
  expect(await listed.count()).toBe(1 + screens.length)
})

test('the palette opens any screen of any custodian by a few letters', async ({ page }) => {
  await page.keyboard.press('Control+K')
  await page.getByRole('textbox', { name: t('palette:placeholder') }).fill('rotate custodian 21')
  await page
    .getByText(t('palette:selected', { label: t('palette:rotate', { name: 'Custodian 21' }), place: 1, count: 1 }))
    .waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await title(page, 'Custodian 21').waitFor()
  expect(await page.evaluate('location.hash')).toBe('#/custodians/21/rotate')
})

test('the palette opens from a field, returns the focus to it, and opens the reserves of a token', async ({ page }) => {
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
  await title(page, t('reserves:title')).waitFor()
  expect(await page.getByRole('searchbox', { name: t('reserves:search') }).inputValue()).toBe('USDX')
})

test('a copy is announced, and a repeated copy is announced again', async ({ page }) => {
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

test('the application menu opens the screens', async ({ page, desk }) => {
  await desk.electron.menu.click(t('system:menu.help'), t('system:menu.about'))
  await title(page, t('about:title', { version: '0.1.0' })).waitFor()
})

test('every shipped package is listed with its licence', async ({ page }) => {
  await page.getByRole('searchbox', { name: like('about:search') }).fill('better-sqlite3')
  await page.getByRole('button', { name: /better-sqlite3 13\.2\.0/ }).click()
  await page.getByText('Permission is hereby granted').first().waitFor()
})

test('the shipped packages are one list under one heading', async ({ page }) => {
  const main = page.getByRole('main')
  await page.evaluate(`location.hash = '#/about'`)
  await page.getByRole('searchbox', { name: like('about:search') }).fill('')
  expect(await main.getByRole('heading', { level: 2 }).allTextContents()).toEqual([t('about:packages')])
  expect(
    await main
      .getByRole('list', { name: t('about:packages') })
      .getByRole('listitem')
      .count(),
  ).toBeGreaterThan(50)
})

test('settings are saved, and the theme changes at once', async ({ page, desk }) => {
  await page.keyboard.press('Control+8')
  await page.getByText(t('settings:dark'), { exact: true }).click()
  const scheme = () => page.evaluate(`document.documentElement.dataset.mantineColorScheme`)
  await expect.poll(scheme).toBe('dark')
  const days = page.getByRole('textbox', { name: t('settings:dueDays') })
  await days.fill('30')
  await days.blur()
  await desk.electron.window.reload()
  await expect.poll(() => days.inputValue()).toBe('30')
  await expect.poll(scheme).toBe('dark')
})

test('a choice among a few is as wide as its words, the language too', async ({ page }) => {
  await page.keyboard.press('Control+8')
  const widthOf = async (name: string) => (await page.getByRole('radiogroup', { name }).boundingBox())?.width
  expect(await widthOf(t('settings:appearance')), 'the control').toBeLessThan(400)
  expect(await widthOf(t('settings:language'))).toBeLessThan(400)
})

test('a setting outside its bounds is not saved', async ({ page }) => {
  const minutes = page.getByRole('textbox', { name: t('settings:lockMinutes') })
  await minutes.fill('500')
  await minutes.blur()
  await expect.poll(() => minutes.inputValue()).not.toBe('500')
})

test('the diagnostics report contains what support needs, and can be copied', async ({ page, desk, server }) => {
  await page.getByRole('button', { name: t('settings:copyReport') }).click()
  await page.getByText(t('settings:reportCopied')).waitFor()
  const report = await desk.electron.clipboard.read()
  expect(report).toContain(`server: ${server.url} (Test)`)
  expect(report).toMatch(/keychain: memory \(\w+\)/)
})

test('the notice on session-only tokens links to the reason, and checks the keychain again', async ({ page }) => {
  await page.getByRole('link', { name: t('common:memoryOnlyWhy') }).click()
  await title(page, t('settings:title')).waitFor()
  await page.getByRole('button', { name: t('settings:recheck') }).click()
  await page.getByText(t('settings:memory')).waitFor()
})

test('the header switches servers', async ({ page }) => {
  await page.getByRole('button', { name: t('common:switchServer', { name: 'Custody desk' }) }).click()
  await page.getByRole('menuitem', { name: t('connect:title') }).click()
  await title(page, t('connect:title')).waitFor()
})

test('an unknown address says so inside the navigation, and links back', async ({ page }) => {
  await page.evaluate(`location.hash = '#/nowhere'`)
  await page.getByText(t('common:noScreen')).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('common:home') })
    .click()
  await title(page, t('home:title')).waitFor()
})

test('the content fills a window of 1920 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  for (const path of ['/home', '/custodians', '/audit', '/reserves', '/administration/tokens']) {
    await page.evaluate(`location.hash = '#${path}'`)
    const content = await page.locator('#content > div').boundingBox()
    expect(1920 - (content?.x ?? 0) - (content?.width ?? 0), `${path}: empty at the right`).toBeLessThan(40)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('before there is a server, no screen of one is offered, and no token is warned of', async ({ page }) => {
  await using empty = await openConsole()
  await empty.page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  const offered = async (each: Page) => {
    const links = each.getByRole('navigation', { name: t('common:navigation') }).getByRole('link')
    return (await links.allInnerTexts()).map((text) => text.replace(/\s*\d*$/, ''))
  }
  const ofServers = ['home', 'custodians', 'reserves', 'audit', 'administration'] as const
  const withoutServer = await offered(empty.page)
  expect(withoutServer).toContain(t('connect:title'))
  expect(await empty.page.getByText(t('common:memoryOnlyWhy')).count()).toBe(0)
  expect(await offered(page)).toEqual([...ofServers.map((screen) => t(`common:${screen}`)), ...withoutServer])
  await page.getByText(t('common:memoryOnlyWhy')).waitFor()
})
