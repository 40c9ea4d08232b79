import type { Locator, Page } from 'playwright-core'
import { t } from '../harness/words.ts'

/** How a person works the console: everything a journey does in the page goes through these. */
export type Hand = {
  /** Presses a button, follows a link, opens a row. */
  press(target: Locator): Promise<void>
  /** Checks a box, turns a switch. */
  toggle(target: Locator): Promise<void>
  /** Puts a text in the place of what stands in a field; pasted, not typed letter by letter. */
  enter(field: Locator, text: string): Promise<void>
  /** Goes to a screen of the navigation. */
  goTo(page: Page, screen: Screen): Promise<void>
}

const screens = [
  t('common:home'),
  t('common:custodians'),
  t('common:reserves'),
  t('common:audit'),
  t('common:administration'),
  t('common:thisMachine'),
  t('common:connect'),
  t('common:settings'),
] as const
export type Screen = (typeof screens)[number]

/** Runs in the page: tells the field of a text that is pasted, as the browser does, and whether it has taken it. */
const isTaken = (text: string) => `(() => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', ${JSON.stringify(text)})
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  return !document.activeElement.dispatchEvent(event)
})()`

/** What Mod+V does: puts a text where the focus is. */
export async function pasteAtFocus(page: Page, text: string): Promise<void> {
  if (!(await page.evaluate<boolean>(isTaken(text)))) await page.keyboard.insertText(text)
}

async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await pasteAtFocus(page, text)
}

export const mouse: Hand = {
  press: (target) => target.click(),
  toggle: (target) => target.click(),
  enter: async (field, text) => {
    await field.click()
    await paste(field.page(), text)
  },
  goTo: (page, screen) => page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click(),
}

/** More steps than these to anything are more than a person would go. */
const mostSteps = 60

/** So much of the page's own type as is used here. */
type Element = {
  readonly ownerDocument: { readonly activeElement: Element | null; readonly body: Element }
  compareDocumentPosition(other: Element): number
  closest(selector: string): Element | null
}

/** Runs in the page: the key that brings the focus nearer to an element; null when it is there. */
function keyTowards(target: Element): string | null {
  const { activeElement: active, body } = target.ownerDocument
  if (active === target) return null
  const following = 4
  const isBehind = active !== null && active !== body && (target.compareDocumentPosition(active) & following) !== 0
  const together = '[role=menu], [data-index]'
  if (target.closest('[role=menu], tr[data-index]') && active?.closest(together))
    return isBehind ? 'ArrowUp' : 'ArrowDown'
  return isBehind ? 'Shift+Tab' : 'Tab'
}

/** Brings the focus to an element as the keyboard does; fails where it does not get there. */
async function reach(target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let step = 0; step < mostSteps; step += 1) {
    const key = await target.evaluate(keyTowards)
    if (key === null) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target}.`)
}

const reachAnd = (key: string) => async (target: Locator) => {
  await reach(target)
  await target.page().keyboard.press(key)
}

export const keyboard: Hand = {
  press: reachAnd('Enter'),
  toggle: reachAnd('Space'),
  enter: async (field, text) => {
    await reach(field)
    await paste(field.page(), text)
  },
  goTo: (page, screen) => page.keyboard.press(`ControlOrMeta+${screens.indexOf(screen) + 1}`),
}
