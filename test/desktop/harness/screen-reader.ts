import type { Page } from 'playwright-core'

/**
 * In the page: what a screen reader says by itself. A region that is atomic is said as a whole for each change in it, another
 * only what is new in it; an alert is also said when it comes.
 */
const listening = `{
  const regions = '[role=status], [role=alert], [aria-live]:not([aria-live=off])'
  const alertsIn = (node) => (node.matches?.('[role=alert]') ? [node] : [...(node.querySelectorAll?.('[role=alert]') ?? [])])
  const isAtomic = (region) => (region.ariaAtomic ?? String(region.matches('[role=status], [role=alert]'))) === 'true'
  const sayings = (node) => {
    const region = node.parentElement?.closest(regions)
    return [...alertsIn(node), ...(region ? [isAtomic(region) ? region : node] : [])]
  }
  globalThis.ear?.disconnect()
  globalThis.heard = []
  globalThis.ear = new MutationObserver((changes) => {
    const nodes = changes.flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : [...addedNodes]))
    for (const said of new Set(nodes.flatMap(sayings))) if (said.textContent.trim()) heard.push(said.textContent.trim())
  })
  ear.observe(document.body, { subtree: true, childList: true, characterData: true })
}`

/** Listens from now on; the answer tells how often a screen reader has said something with these words in it. */
export async function listenTo(page: Page): Promise<(words: string) => Promise<number>> {
  await page.evaluate(listening)
  return async (words) => (await page.evaluate<string[]>('heard')).filter((said) => said.includes(words)).length
}
