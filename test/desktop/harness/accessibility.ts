import axe, { type Result, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

export type Theme = 'light' | 'dark'

/** How the page looks: in a theme, or in the colours that the system forces on it. */
export type Look = Theme | 'forced colours'

const ofColours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** Every rule in one look; in the others those of colours, as nothing else of the page differs. */
const rules: Readonly<Record<Look, RunOptions>> = { light: {}, dark: ofColours, 'forced colours': ofColours }

export const everyLook = Object.keys(rules) as readonly Look[]

/** Colours that are on their way from one theme to the other are neither's. What follows a scroll position never ends. */
const stillness = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect, timeline }) => timeline === document.timeline && effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`

/** Runs in the page. What passed is neither described nor sent: it is most of what axe finds. */
const violations = (options: RunOptions) =>
  `axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })}).then(({ violations }) => violations)`

/**
 * Runs in the page with forced colours: texts in the colour of what is behind them. The browser paints Canvas behind
 * each text whose colours it forces, which axe does not know; and it leaves text of 1:1 to a person.
 */
const unreadableTexts = `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.cssText = 'forced-color-adjust: none; color: Canvas'
  const canvas = getComputedStyle(probe).color
  probe.remove()
  const paint = (element) => element === null ? canvas : getComputedStyle(element).backgroundColor
  const behind = (element) => paint(element) === 'rgba(0, 0, 0, 0)' ? behind(element.parentElement) : paint(element)
  const isUnreadable = (element) => {
    const { color, forcedColorAdjust } = getComputedStyle(element)
    return color === (forcedColorAdjust === 'none' ? behind(element) : canvas)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const elements = new Set()
  while (walker.nextNode()) if (walker.currentNode.data.trim()) elements.add(walker.currentNode.parentElement)
  return [...elements]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isUnreadable(element))
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
})()`

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
    if (look === 'forced colours')
      found.push(...(await page.evaluate<string[]>(unreadableTexts)).map((html) => `${look}: unreadable: ${html}`))
  }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  return found
}
