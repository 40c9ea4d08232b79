import axe, { type Result, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

export type Theme = 'light' | 'dark'

/** How the page looks: in a theme, or in the colours that the system forces on it. */
export type Look = Theme | 'forced colours'

const ofColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Every rule in one look; in the others those of colours, as nothing else of the page differs. */
const rules: Readonly<Record<Look, RunOptions>> = { light: {}, dark: ofColours, 'forced colours': ofColours }

export const everyLook = Object.keys(rules) as readonly Look[]

/** Colours that are on their way from one theme to the other are neither's. */
const stillness = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`

/** Runs in the page. What passed is neither described nor sent: it is most of what axe finds. */
const violations = (options: RunOptions) =>
  `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`

const lineOf = (look: Look, { id, nodes }: Result) =>
  `${look}: ${id}: ${nodes
    .slice(0, 3)
    .map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`)
    .join(' | ')}`

/** Has the page drawn in a look, still. */
export async function dress(page: Page, look: Look): Promise<void> {
  const isForced = look === 'forced colours'
  const colorScheme = isForced ? 'dark' : look
  await page.emulateMedia({ colorScheme, forcedColors: isForced ? 'active' : 'none', reducedMotion: 'reduce' })
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
  await page.evaluate(stillness)
}

/** What axe finds wrong with the page as it stands, in each look; one line a rule. */
export async function violationsOf(page: Page, looks: readonly Look[] = ['light', 'dark']): Promise<readonly string[]> {
  const found: string[] = []
  // A tooltip under the pointer stands outside the landmarks, and goes with the pointer.
  await page.mouse.move(0, 0)
  await page.locator('[role=tooltip]:visible').first().waitFor({ state: 'detached' })
  for (const look of looks) {
    await dress(page, look)
    if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
    found.push(...(await page.evaluate<Result[]>(violations(rules[look]))).map((result) => lineOf(look, result)))
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  return found
}
