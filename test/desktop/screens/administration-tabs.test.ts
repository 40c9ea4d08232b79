import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { violationsOf } from '../harness/accessibility.ts'
import { openConsole } from '../harness/console.ts'
import { test } from '../harness/desk.ts'
import { t } from '../harness/words.ts'

const goTo = (page: Page, path: string) => page.evaluate(`location.hash = '#${path}'`)
/** The list of sections is the navigation that is not that of the whole console. */
const tabsOf = (page: Page) => page.locator('main nav')
const partOf = (page: Page, path: string) => tabsOf(page).locator(`a[href$="/administration/${path}"]`)
const current = (page: Page, path: string) => tabsOf(page).locator(`a[aria-current="page"][href$="/${path}"]`)

/** Whether the whole tab is within the line of tabs. */
async function isWithin(tab: Locator, page: Page): Promise<boolean> {
  const inner = await tab.boundingBox()
  const outer = await tabsOf(page).boundingBox()
  if (!inner || !outer) return false
  return inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1
}

/** How far the tabs fade at their beginning and end. */
const fading = (page: Page) =>
  tabsOf(page)
    .locator('> div')
    .evaluate((line) => {
      const style = Reflect.get(globalThis, 'getComputedStyle')(line)
      return ['--hidden-before', '--hidden-after'].map((name) => Number.parseFloat(style.getPropertyValue(name)) > 0)
    })

test.for(['en', 'de'])(
  'all sections are in one line and in sight in the smallest window, in language %s',
  async (language, { server }) => {
    const token = await server.token({ name: `administrator ${language}` })
    const viewport = { width: 1024, height: 640 }
    await using desk = await openConsole({ url: server.url, token, languages: [language], viewport })
    const { page } = desk
    await goTo(page, '/administration/chain-tokens')
    await current(page, 'chain-tokens').waitFor()
    const tabs = await tabsOf(page).getByRole('link').all()
    expect(tabs).toHaveLength(7)
    const tops = await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())?.y))
    expect(new Set(tops).size).toBe(1)
    for (const tab of tabs) expect(await isWithin(tab, page), (await tab.textContent()) ?? undefined).toBe(true)
    expect(await fading(page)).toEqual([false, false])
  },
)

describe('where the sections have no room', () => {
  test('the current one is in sight, and the line fades where there are more', async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 640 })
    await goTo(page, '/administration/tokens')
    await current(page, 'tokens').waitFor()
    await expect.poll(() => fading(page)).toEqual([false, true])
    expect(await isWithin(partOf(page, 'freeze'), page), 'control: the last one has no room').toBe(false)
    expect(await violationsOf(page)).toEqual([])
    await goTo(page, '/administration/freeze')
    await expect.poll(() => isWithin(current(page, 'freeze'), page)).toBe(true)
    await expect.poll(() => fading(page)).toEqual([true, false])
  })

  test('the one that the keyboard comes to is in sight, and opens', async ({ page }) => {
    await goTo(page, '/administration/tokens')
    await current(page, 'tokens').focus()
    for (const path of ['tenants', 'networks', 'chain-tokens', 'reserve-accounts', 'webhooks']) {
      await page.keyboard.press('Tab')
      await tabsOf(page).locator(`a:focus-visible[href$="/administration/${path}"]`).waitFor()
      await expect.poll(() => isWithin(partOf(page, path), page)).toBe(true)
    }
    await page.keyboard.press('Enter')
    await page.getByText(t('webhooks:none')).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})
