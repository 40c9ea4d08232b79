// @module-tag long
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { test as base } from '../../harness/fixtures.ts'
import { openScene } from '../../sign-in/scene.ts'
import { everyLook, violationsOf } from '../harness/accessibility.ts'
import { openSignIn, signInInBrowser, startSignIn } from '../harness/browser-sign-in.ts'
import { openConsole } from '../harness/console.ts'
import { t } from '../harness/words.ts'
import { walkThrough } from './keyboard-walk.ts'
import { lockPlaces } from './lock-places.ts'
import { places, popups, storeKeys } from './places.ts'
import { openStage } from './stage.ts'
import { machinePlaces, openMachine } from './this-machine-places.ts'
import { atHalf, zoomed } from './zoom.ts'

const test = base
  .extend('stage', { scope: 'file' }, async ({ server }, { onCleanup }) => {
    await storeKeys(server)
    const stage = await openStage(server, { operator: 'Ada', account: 'the one account' })
    onCleanup(() => stage[Symbol.asyncDispose]())
    return stage
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one takes.
  .extend('empty', { scope: 'file' }, async ({}, { onCleanup }) => {
    const empty = await openConsole()
    onCleanup(empty.close)
    await empty.page.emulateMedia({ reducedMotion: 'reduce' })
    return empty
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  .extend('machine', { scope: 'file' }, async ({}, { onCleanup }) => {
    const machine = await openMachine()
    onCleanup(() => machine[Symbol.asyncDispose]())
    return machine
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

test.for(places)('$place is accessible', async ({ open }, { stage }) => {
  await open(stage.page, stage)
  await judge(stage.page)
})

/** Runs in the page: how far the middle of the spinner is from that of its button, in pixels. */
const offCentre = `(() => {
  const middleOf = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [(left + right) / 2, (top + bottom) / 2]
  }
  const button = document.querySelector('button[data-loading]')
  const [spinner, whole] = [middleOf(button.querySelector('.mantine-Loader-root')), middleOf(button)]
  return Math.hypot(spinner[0] - whole[0], spinner[1] - whole[1])
})()`

test('without motion, a busy button has its spinner in its middle', async ({ stage }) => {
  await places.find(({ place }) => place === 'a rotation in progress')?.open(stage.page, stage)
  expect(await stage.page.evaluate(offCentre)).toBeLessThan(2)
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

test.for(popups)('$place is accessible while it is open, and works with the keyboard', async ({ open }, { stage }) => {
  const { page } = stage
  await open(page, stage)
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

test.for(machinePlaces)('$place is accessible', async ({ open }, { machine }) => {
  await open(machine)
  await judge(machine.page)
})

test('the sign-in with the identity provider is accessible, from the offer to the refusal', async () => {
  await using scene = await openScene()
  await using desk = await openConsole({ url: scene.server.url })
  await desk.page.emulateMedia({ reducedMotion: 'reduce' })
  await openSignIn(desk)
  await judge(desk.page)
  const url = await startSignIn(desk)
  await desk.page
    .getByRole('dialog')
    .getByText(/^[B-Z]{4}-[B-Z]{4}$/)
    .waitFor()
  await judge(desk.page)
  await signInInBrowser(desk, url, 'gina')
  await desk.page.getByRole('alert').getByText(t('consoleFailures:SignInRefused.meaning')).waitFor()
  await judge(desk.page)
})

test('the welcome screen is accessible', async ({ empty }) => {
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

test('an inaccessible page is found (control)', async ({ empty }) => {
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

test.for(lockPlaces)('$place is accessible', async ({ open }, { stage }) => {
  await open(stage.page, stage)
  await judge(stage.page)
})
