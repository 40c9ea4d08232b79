import type { Page } from 'playwright-core'

/** Runs in the page before its own scripts: says when something is painted, scrolls, counts. */
const probe = `
window.probe = {
  frame: () => new Promise(requestAnimationFrame),
  afterPaint: () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = resolve
    port2.postMessage(null)
  }),
  async painted(isThere) {
    const end = performance.now() + 60_000
    while (!isThere()) {
      if (performance.now() > end) throw new Error('waited for a minute in vain: ' + isThere)
      await this.frame()
    }
    await this.afterPaint()
    return performance.now()
  },
  there: (selector) => () => document.querySelector(selector) !== null,
  grid: () => document.querySelector('[role=grid]'),
  /** Makes the grid so many pixels high, however high the window is; null ends it. */
  stretch(pixels) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(':has(> [role=grid]) { flex: none !important; height: ' + pixels + 'px !important }')
    document.adoptedStyleSheets = pixels === null ? [] : [sheet]
  },
  /** Milliseconds from the click on a link to a row of the grid. */
  async openGrid(href, row) {
    const start = performance.now()
    document.querySelector('#content a[href$="' + href + '"]').click()
    return (await this.painted(this.there('[role=grid] [data-index="' + row + '"]'))) - start
  },
  /** Watches the search for the next key; \`searched\` then holds the milliseconds until the matches are painted. */
  watchSearch() {
    const box = document.activeElement
    const before = box.value
    const isThere = () => box.value !== before && this.grid().ariaBusy === 'false'
    this.searched = new Promise((resolve) =>
      box.addEventListener('keydown', async ({ timeStamp }) => resolve((await this.painted(isThere)) - timeStamp), {
        once: true,
      }),
    )
  },
  /** From the first row to the last in so many frames, then up again as a wheel would. Durations of the long tasks. */
  async scroll(frames) {
    const long = []
    const watcher = new PerformanceObserver((list) => long.push(...list.getEntries().map(({ duration }) => duration)))
    watcher.observe({ type: 'longtask' })
    const scroller = this.grid().parentElement
    const end = scroller.scrollHeight - scroller.clientHeight
    for (let step = 0; step <= frames; step += 1) {
      scroller.scrollTop = (end * step) / frames
      await this.frame()
    }
    for (let step = 0; step < frames; step += 1) {
      scroller.scrollTop -= 100
      await this.frame()
    }
    scroller.scrollTop = 0
    await new Promise((resolve) => setTimeout(resolve, 200))
    watcher.disconnect()
    return long
  },
}
`

/** From now on, and after each reload. */
export async function installProbe(page: Page): Promise<void> {
  await page.addInitScript(probe)
  await page.evaluate(probe)
}

/** What an expression over the probe comes to. */
export const ask = <Value>(page: Page, expression: string): Promise<Value> =>
  page.evaluate(`window.probe.${expression}`) as Promise<Value>
