import type { Page } from 'playwright-core'

/** The layout shift of a word that moves by a pixel, in a window of 1280 by 800: too little to be seen. */
const unseen = 0.001
/** The same word is a larger part of a smaller window. */
const limit = `${unseen * 1280 * 800} / (innerWidth * innerHeight)`

const follow = `(() => {
  globalThis.shifts = []
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const moved = ({ node, previousRect, currentRect }) =>
    (node?.outerHTML ?? node?.textContent ?? '').slice(0, 200) + ' from ' + place(previousRect) + ' to ' + place(currentRect)
  const note = ({ value, hadRecentInput, sources }) =>
    hadRecentInput || value < ${limit} || shifts.push(value.toFixed(4) + ' ' + sources.map(moved).join(' | '))
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true })
})()`

/** What has moved without anybody having touched anything, since the page was loaded. */
export async function shiftsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(follow)
  // Layout shifts are reported within two frames.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page.evaluate<string[]>('shifts')
}
