// @module-tag long
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../harness/server.ts'
import { everyLook, violationsOf } from '../harness/accessibility.ts'
import { type OpenConsole, openConsole } from '../harness/console.ts'
import { like, t } from '../harness/words.ts'
import { walkThrough } from './keyboard-walk.ts'
import { places, popups, storeKeys } from './places.ts'
import { atHalf, zoomed } from './zoom.ts'

let server: TestServer
let desk: OpenConsole
let empty: OpenConsole

beforeAll(async () => {
  server = await startTestServer()
  await storeKeys(server)
  desk = await openConsole({ url: server.url, token: await server.token({ name: 'Ada' }) })
  empty = await openConsole()
  for (const { page } of [desk, empty]) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
  }
})
afterAll(async () => {
  await desk?.close()
  await empty?.close()
  await server?.[Symbol.asyncDispose]()
})

/** Finite animations; there must be none with reduced motion. */
const motions = `document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity && effect.getComputedTiming().duration > 1)
  .map(({ effect }) => effect.target?.outerHTML.slice(0, 100))`

async function judge(page: Page): Promise<void> {
  expect.soft(await page.evaluate(motions), 'moves').toEqual([])
  expect.soft(await violationsOf(page, everyLook), 'axe').toEqual([])
  expect.soft(await atHalf(page, () => violationsOf(page, everyLook)), 'axe at 200 %').toEqual([])
  expect.soft(await zoomed(page), 'at 200 %').toEqual({ tooWide: 0, lost: [], outOfSight: [] })
  expect
    .soft(await walkThrough(page), 'with the keyboard')
    .toEqual({ missed: [], outOfOrder: [], unseen: [], isTrapped: false })
}

test.each(places)('$place is accessible', async ({ open }) => {
  await open(desk.page)
  await judge(desk.page)
})

/** Runs in the page: what opened the popup, what is chosen in it, and whether it is open. */
const popup = `(() => {
  const opener = document.querySelector('[aria-haspopup][aria-expanded=true]')
  const { activeElement } = document
  const chosen = activeElement.getAttribute('aria-activedescendant')
  const entry = chosen ? document.getElementById(chosen) : activeElement.closest('[role=menuitem]')
  return { isOpen: opener !== null, entry: entry?.textContent ?? null }
})()`
type Popup = { readonly isOpen: boolean; readonly entry: string | null }

/** Runs in the page: the ends of the first entry of the open popup that something else covers. */
const coveredEnds = `(() => {
  const entry = [...document.querySelectorAll('[role=menuitem], [role=option]')].find((each) => each.checkVisibility())
  const { left, right, top, bottom } = entry.getBoundingClientRect()
  const middle = (top + bottom) / 2
  return [left + 2, right - 2].filter((x) => !entry.contains(document.elementFromPoint(x, middle)))
})()`

test.each(popups)('$place is accessible while it is open, and works with the keyboard', async ({ open }) => {
  const { page } = desk
  await open(page)
  expect.soft(await page.evaluate(coveredEnds), 'covered').toEqual([])
  expect.soft(await violationsOf(page, everyLook), 'axe').toEqual([])
  expect.soft(await atHalf(page, () => violationsOf(page, everyLook)), 'axe at 200 %').toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.evaluate(popup)).toMatchObject({ isOpen: false })
  const isMenu = await page.evaluate(`document.activeElement.ariaHasPopup === 'menu'`)
  await page.keyboard.press(isMenu ? 'Enter' : 'ArrowDown')
  await page.locator('[aria-haspopup][aria-expanded=true]').waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(async () => (await page.evaluate<Popup>(popup)).entry).toBeTruthy()
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await page.evaluate<Popup>(popup)).isOpen).toBe(false)
  expect(await page.evaluate('document.activeElement !== document.body'), 'the focus is back').toBe(true)
})

test('the welcome screen is accessible', async () => {
  await empty.page.getByRole('heading', { name: t('connect:welcome') }).waitFor()
  await judge(empty.page)
})

/**
 * Runs in the page: a row too wide, a field without a name, dark text on dark, a button that hides its focus, and one out
 * of the order.
 */
const faults = `(() => {
  const box = document.createElement('div')
  const add = (tag, text, style, more) => {
    const element = Object.assign(document.createElement(tag), { textContent: text, ...more })
    Object.assign(element.style, style)
    box.append(element)
  }
  add('button', 'too wide', { width: '900px' })
  add('button', 'hides its focus', { outline: 'none' })
  add('button', 'out of order', {}, { tabIndex: 1 })
  add('input', '', {})
  add('p', 'unreadable in the dark theme', { color: '#333' })
  document.querySelector('main').append(box)
})()`

test('an inaccessible page is found (control)', async () => {
  const { page } = empty
  await page.evaluate(`location.hash = '#/shortcuts'`)
  await page.getByRole('heading', { name: t('shortcuts:title') }).waitFor()
  await page.evaluate(faults)
  const violations = (await violationsOf(page)).join()
  for (const rule of [/light: label/, /dark: color-contrast/]) expect(violations).toMatch(rule)
  expect(violations).not.toMatch(/light: color-contrast/)
  const { tooWide, outOfSight } = await zoomed(page)
  expect([tooWide > 0, outOfSight]).toEqual([true, ['BUTTON too wide']])
  const { unseen, outOfOrder } = await walkThrough(page)
  expect(unseen).toEqual(['button hides its focus'])
  expect(outOfOrder).not.toEqual([])
})

test('the sign-in dialog is accessible', async () => {
  await server.app.store.revokeToken({ token: 'Ada', actor: 'test', at: Date.now() })
  await desk.page.keyboard.press('Escape')
  await desk.page.evaluate(`location.hash = '#/reserves'`)
  await desk.page.keyboard.press('ControlOrMeta+r')
  await desk.page.getByRole('dialog').getByText(like('connect:signInAgain')).waitFor()
  await judge(desk.page)
})

test('the lock screen is accessible', async () => {
  await desk.page.keyboard.press('Escape')
  await desk.page.keyboard.press('ControlOrMeta+l')
  await desk.page.getByRole('heading', { name: t('lock:title') }).waitFor()
  await judge(desk.page)
})
