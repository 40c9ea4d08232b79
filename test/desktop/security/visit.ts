import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { t } from '../harness/words.ts'

/** Every screen, by its address; 11 is a custodian of the seed. */
export const screens = [
  '/connect',
  '/custodians',
  '/custodians/11',
  '/custodians/11/rotate',
  '/custodians/11/history',
  '/custodians/11/wallets',
  '/reserves',
  '/audit',
  '/this-machine',
  '/settings',
  '/shortcuts',
  '/about',
] as const

/** Goes to a screen and waits until it has what it asked for. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = '#${path}'`)
  await page.locator('h1').first().waitFor()
  await expect.poll(() => page.locator('.mantine-Skeleton-root, [aria-busy=true]').count()).toBe(0)
}

export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder(t('palette:placeholder')).waitFor()
}

/** Shows every screen and the palette, and does at each of them what `then` says. */
export async function visitAll(page: Page, then: (path: string) => Promise<void> = async () => {}): Promise<void> {
  for (const path of screens) {
    await goTo(page, path)
    await then(path)
  }
  await openPalette(page)
  await then('the palette')
  await page.keyboard.press('Escape')
}
