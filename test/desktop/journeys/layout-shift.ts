import type { Page } from 'playwright-core'

/** Part of the window that may move: a word by a pixel, as when what stood beside it has gone; nobody sees that. */
const unseen = 0.001

const follow = `(() => {
  globalThis.shifts = []
  const note = ({ value, hadRecentInput, sources }) =>
    hadRecentInput || value < ${unseen} || shifts.push(value.toFixed(4) + ' ' + sources.map(({ node }) => (node?.outerHTML ?? '').slice(0, 90)).join(' | '))
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true })
})()`

/** What has moved without anybody having touched anything, since the page was loaded. */
export async function shiftsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(follow)
  // Two frames, after which what was painted has been told.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page.evaluate<string[]>('shifts')
}
