import type { Page } from 'playwright-core'

export type Walk = {
  /** Controls that Tab does not come to. */
  readonly missed: readonly string[]
  /** Controls that come before one that stands above them. */
  readonly outOfOrder: readonly string[]
  /** Controls that look the same with the focus as without. */
  readonly unseen: readonly string[]
  /** Whether the focus stays at one place. */
  readonly isTrapped: boolean
}

/**
 * Runs in the page: what Tab should come to, and how each of it looks as it stands. Of radios of one group Tab comes to
 * the checked one only; a dialog keeps the focus where it is.
 */
const prepare = `(() => {
  const dialog = [...document.querySelectorAll('[role=dialog]')].findLast((each) => each.checkVisibility())
  const root = dialog ?? document
  const isStop = (element) =>
    element.tabIndex >= 0 &&
    !element.disabled &&
    !element.closest('[inert]') &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !(element.type === 'radio' && !element.checked && root.querySelector('[name="' + element.name + '"]:checked'))
  const styleOf = (style) => [
    style.outlineStyle === 'none' ? '' : style.outline,
    style.borderColor,
    style.boxShadow,
    style.backgroundColor,
    style.transform,
    style.top,
  ]
  const look = (element) =>
    [element, element.parentElement, element.parentElement?.parentElement, ...(element.parentElement?.children ?? [])]
      .filter(Boolean)
      .flatMap((each) => [getComputedStyle(each), getComputedStyle(each, '::after')].map(styleOf))
      .join()
  const nameOf = (element) =>
    element.tagName.toLowerCase() +
    ' ' +
    (element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent).slice(0, 40)
  const stops = [...root.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')].filter(isStop)
  if (!dialog) document.querySelector('#root button')?.focus()
  const first = stops.indexOf(document.activeElement)
  const looks = stops.map(look)
  globalThis.walk = { stops, look, looks, first, focused: [] }
  return { names: stops.map(nameOf), first }
})()`

/** Runs in the page: which of the stops has the focus, and notes how it looks. */
const step = `(() => {
  const at = walk.stops.indexOf(document.activeElement)
  if (at >= 0) walk.focused[at] ??= walk.look(walk.stops[at])
  return at
})()`

/** Runs in the page: stops that look the same with the focus as without; that of the first is taken once it is left. */
const unseen = `walk.stops.flatMap((stop, at) => {
  const without = at === walk.first ? walk.look(stop) : walk.looks[at]
  const isLeft = document.activeElement !== stop
  return isLeft && (walk.focused[at] ?? (at === walk.first ? walk.looks[at] : null)) === without ? [at] : []
})`

/** Presses Tab until it has been around the page, or the dialog over it. */
export async function walkThrough(page: Page): Promise<Walk> {
  const { names, first } = await page.evaluate<{ names: string[]; first: number }>(prepare)
  const visited: number[] = first >= 0 ? [first] : []
  // A date has a stop for each of its parts.
  for (let presses = 0; presses < 2 * names.length + 10; presses += 1) {
    await page.keyboard.press('Tab')
    const at = await page.evaluate<number>(step)
    if (at === visited[0]) break
    if (at >= 0 && !visited.includes(at)) visited.push(at)
  }
  const top = visited.indexOf(Math.min(...visited))
  const round = [...visited.slice(top), ...visited.slice(0, top)]
  const named = (at: number) => names[at] ?? ''
  return {
    missed: names.filter((_, at) => !visited.includes(at)),
    outOfOrder: round.filter((at, place) => place > 0 && at < (round[place - 1] as number)).map(named),
    unseen: (await page.evaluate<number[]>(unseen)).map(named),
    isTrapped: names.length > 1 && visited.length === 1,
  }
}
