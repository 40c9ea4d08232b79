import axe, { type Result, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

export type Theme = 'light' | 'dark'

/** Every rule in one theme; in the other those of colours, as nothing else of the page differs. */
const rules: Readonly<Record<Theme, RunOptions>> = {
  light: {},
  dark: { runOnly: ['color-contrast', 'link-in-text-block'] },
}
const themes = Object.keys(rules) as Theme[]

/** Colours that are on their way from one theme to the other are neither's. */
const stillness = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`

/** Runs in the page. What passed is neither described nor sent: it is most of what axe finds. */
const violations = (options: RunOptions) =>
  `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`

const lineOf = (theme: Theme, { id, nodes }: Result) =>
  `${theme}: ${id}: ${nodes
    .slice(0, 3)
    .map(({ html, any }) => `${html.slice(0, 200)} ${any[0]?.message ?? ''}`)
    .join(' | ')}`

/** What axe finds wrong with the page as it stands, in either theme; one line a rule. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  // A tooltip under the pointer stands outside the landmarks, and goes with the pointer.
  await page.mouse.move(0, 0)
  await page.locator('[role=tooltip]:visible').first().waitFor({ state: 'detached' })
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' })
    await page.evaluate(stillness)
    if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
    found.push(...(await page.evaluate<Result[]>(violations(rules[theme]))).map((result) => lineOf(theme, result)))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
