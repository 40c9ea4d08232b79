import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dress, violationsOf } from '../harness/accessibility.ts'
import { test } from '../harness/desk.ts'
import { t } from '../harness/words.ts'

const unreadableIn = async (page: Page) => (await violationsOf(page, ['forced colours'])).join()

/** What the page computes for an element. */
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)

async function openFreeze(page: Page): Promise<void> {
  await page.evaluate(`location.hash = '#/administration/freeze'`)
  await page.getByRole('button', { name: t('administration:freeze.freeze'), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

test('the labels of filled buttons can be read, and a dialog has an edge', async ({ page }) => {
  await openFreeze(page)
  expect(await unreadableIn(page)).toBe('')
  await dress(page, 'forced colours')
  expect(await styleOf(page, '[role=dialog]', 'borderTopStyle')).toBe('solid')
  await page.keyboard.press('Escape')
})

test('a label on the backplate that the browser paints is found (control)', async ({ page }) => {
  await openFreeze(page)
  const paintBackplates = (
    value: string,
  ) => `for (const { style } of document.querySelectorAll('[data-variant=filled]'))
    style.setProperty('forced-color-adjust', '${value}')`
  await page.evaluate(paintBackplates('auto'))
  expect(await unreadableIn(page)).toContain('unreadable: <span class="m_811560b9 mantine-Button-label">')
  await page.evaluate(paintBackplates(''))
  await page.keyboard.press('Escape')
})

test('a field with an error, and the chosen option of a list, differ from the others', async ({ page }) => {
  await page.evaluate(`location.hash = '#/audit'`)
  await page.getByRole('textbox', { name: t('audit:traceId') }).fill('not an ID')
  await page.getByRole('combobox', { name: t('audit:action') }).click()
  await page.keyboard.press('ArrowDown')
  await page.locator('[data-combobox-selected]').waitFor()
  expect(await unreadableIn(page)).toBe('')
  await dress(page, 'forced colours')
  expect(await styleOf(page, '[data-error] > input', 'borderTopStyle')).toBe('double')
  expect(await styleOf(page, '[data-combobox-selected]', 'backgroundColor')).not.toBe(
    await styleOf(page, '[role=option]:not([data-combobox-selected])', 'backgroundColor'),
  )
})
