import type { Page } from 'playwright-core'

/** What the page shows or says that is in no brackets, and where its own texts do not have the room they need. */
export type TextLayout = {
  /** What is outside the brackets of the pseudo-locale, cut at white space. */
  readonly loose: readonly string[]
  /** Texts of which a part cannot be seen, or that leave their cell of a table. */
  readonly clipped: readonly string[]
  /** Pairs of texts that lie over each other. */
  readonly overlapping: readonly string[]
  /** Pixels by which the page, or what of it scrolls, is wider than its place. */
  readonly tooWide: readonly string[]
}

/**
 * Runs in the page. The topmost dialog hides what is under it. Code and keys are not of any language; moments are, but not of
 * the tables. What only a screen reader has, and a text whose place shows an icon, have no room to need. Tables and
 * the sections of a screen scroll by themselves.
 */
const measure = `(() => {
  const dialogs = [...document.querySelectorAll('[role=dialog]')].filter((each) => each.checkVisibility())
  const root = dialogs.at(-1) ?? document.body
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const texts = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let depth = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!node.data.trim() || element.closest('script, style, noscript') || !isShown(element)) continue
    let loose = ''
    let hasOwn = depth > 0
    for (const letter of node.data) {
      if (letter === '⟦') depth += 1
      if (depth > 0) hasOwn = true
      else loose += letter
      if (letter === '⟧') depth -= 1
    }
    texts.push({ node, element, loose, hasOwn })
  }
  const spoken = [...root.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]')]
    .filter((element) => isShown(element) && !element.matches('time'))
    .flatMap((element) => ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'].map((name) => element.getAttribute(name)))
    .filter(Boolean)
    .map((text) => text.replace(/⟦[^⟦⟧]*(⟦[^⟦⟧]*⟧[^⟦⟧]*)*⟧/g, ' '))
  const isCode = ({ element }) => element.closest('code, kbd, pre, option') !== null
  const loose = [...texts.filter((text) => !isCode(text) && !text.element.closest('time')).map((text) => text.loose), ...spoken].flatMap((text) => text.split(/\\s+/))

  const nameOf = ({ node }) => node.data.trim().slice(0, 60)
  const boxesOf = ({ node }) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
  }
  const isHeard = (element) => {
    if (element.title && element.title === element.textContent) return true
    for (let each = element; each; each = each.parentElement) {
      const { width, height } = each.getBoundingClientRect()
      if (width <= 1 && height <= 1) return true
    }
    return false
  }
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll'
  const cuts = (overflow) => overflow === 'hidden' || overflow === 'clip'
  const laidOut = texts
    .filter((text) => (text.hasOwn || text.element.closest('time')) && !isCode(text) && !isHeard(text.element))
    .map((text) => ({ ...text, boxes: boxesOf(text) }))
  const clipped = laidOut.filter(({ element, boxes }) => {
    const cell = element.closest('td, th')?.getBoundingClientRect()
    if (cell && boxes.some((box) => box.left < cell.left - 2 || box.right > cell.right + 2)) return true
    let canScrollX = false
    let canScrollY = false
    for (let each = element; each && each !== document.documentElement; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each)
      const { left, right, top, bottom } = each.getBoundingClientRect()
      canScrollX ||= scrolls(overflowX)
      canScrollY ||= scrolls(overflowY)
      if (cuts(overflowX) && !canScrollX && boxes.some((box) => box.left < left - 2 || box.right > right + 2)) return true
      if (cuts(overflowY) && !canScrollY && boxes.some((box) => box.top < top - 2 || box.bottom > bottom + 2)) return true
      if (position === 'fixed') break
    }
    return false
  })
  const inSight = laidOut
    .map((text) => {
      const seen = { left: 0, right: innerWidth, top: 0, bottom: innerHeight }
      for (let each = text.element; each && each !== document.documentElement; each = each.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(each)
        if (overflowX !== 'visible' || overflowY !== 'visible') {
          const box = each.getBoundingClientRect()
          seen.left = Math.max(seen.left, box.left)
          seen.right = Math.min(seen.right, box.right)
          seen.top = Math.max(seen.top, box.top)
          seen.bottom = Math.min(seen.bottom, box.bottom)
        }
        if (position === 'fixed') break
      }
      const boxes = text.boxes.map((box) => ({
        left: Math.max(seen.left, box.left), right: Math.min(seen.right, box.right), top: Math.max(seen.top, box.top), bottom: Math.min(seen.bottom, box.bottom),
      }))
      return { ...text, boxes: boxes.filter((box) => box.right - box.left > 2 && box.bottom - box.top > 2) }
    })
    // What lies under a header or a notice that floats is reached by scrolling.
    .map((text) => ({ ...text, boxes: text.boxes.filter((box) => {
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      return !top || top === text.element || text.element.contains(top) || top.contains(text.element) || !top.closest('header, [data-portal], [role=alert]')
    }) }))
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 6
  // An open menu lies over what is behind it.
  const menuOf = ({ element }) => element.closest('[role=menu], [role=listbox]')
  const overlapping = []
  for (const [at, one] of inSight.entries())
    for (const other of inSight.slice(at + 1))
      if (menuOf(one) === menuOf(other) && one.boxes.some((box) => other.boxes.some((each) => meet(box, each)))) overlapping.push(nameOf(one) + ' | ' + nameOf(other))
  const wide = [...root.querySelectorAll('*')].filter(
    (element) =>
      scrolls(getComputedStyle(element).overflowX) &&
      element.scrollWidth > element.clientWidth + 1 &&
      isShown(element) &&
      !element.matches('pre, code, textarea, main nav > *') &&
      !element.querySelector('table, [role=grid], pre'),
  )
  const page = document.documentElement.scrollWidth - innerWidth
  return {
    loose: [...new Set(loose)],
    clipped: clipped.map(nameOf),
    overlapping,
    tooWide: [...(page > 0 ? ['the page by ' + page] : []), ...wide.map((element) => element.tagName + ' ' + element.className)],
  }
})()`

export const layoutOf = (page: Page): Promise<TextLayout> => page.evaluate<TextLayout>(measure)
