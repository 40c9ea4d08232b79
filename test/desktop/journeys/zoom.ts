import type { Page } from 'playwright-core'

/** What a window of 1280 x 800 has room for at 100 % and at 200 %, in CSS pixels. */
const whole = { width: 1280, height: 800 }
const half = { width: 640, height: 400 }

const controls = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], tbody'))
  .map((element) => element.tagName + ' ' + (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent))`

/** Controls that no scrolling of the page brings into sight, but for those in tables, which scroll by themselves. */
const outOfSight = `[...(document.querySelector('[role=dialog]') ?? document).querySelectorAll('a[href], button, summary')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], table'))
  .filter((element) => element.closest('header, nav, main, [role=dialog]'))
  .filter((element) => {
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'center', inline: 'nearest' })
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1
  })
  .map((element) => element.tagName + ' ' + (element.ariaLabel ?? element.textContent).slice(0, 40))`

export type Zoomed = {
  /** Pixels by which the page is wider than the window. */
  readonly tooWide: number
  /** Controls that are there at 100 % only. */
  readonly lost: readonly string[]
  readonly outOfSight: readonly string[]
}

/** Looks at the page as it is at a zoom of 200 %. */
export async function atHalf<Value>(page: Page, look: () => Promise<Value>): Promise<Value> {
  await page.setViewportSize(half)
  try {
    return await look()
  } finally {
    await page.setViewportSize(whole)
  }
}

/** What becomes of the page as it stands at a zoom of 200 %. */
export async function zoomed(page: Page): Promise<Zoomed> {
  const before = await page.evaluate<string[]>(controls)
  await page.setViewportSize(half)
  const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  const after = await page.evaluate<string[]>(controls)
  const unseen = await page.evaluate<string[]>(outOfSight)
  await page.setViewportSize(whole)
  return { tooWide: Math.max(0, tooWide), lost: before.filter((name) => !after.includes(name)), outOfSight: unseen }
}
