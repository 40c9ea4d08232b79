import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useRowHeight } from '../row-height.ts'
import { type RowsInOrder, useRovingRow } from './use-roving-row.ts'

/** Pixels of the header. */
export const headHeight = 36

/** Pixels that stay free below the grid. */
const bottomMargin = 16

/** Which rows are drawn: those in sight, a few around them, and the one that has the focus. */
export function useGridWindow<Row>(rows: RowsInOrder<Row>) {
  const rowHeight = useRowHeight()
  const scroller = useRef<HTMLDivElement>(null)
  useRemainingHeight(scroller)
  const roving = useRovingRow(rows, {
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  })
  const virtualizer = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    rangeExtractor: (range) => withActive(range, roving.active),
    overscan: 4,
    // The header stays at the top, over the rows.
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the height of rows is another
  useLayoutEffect(() => virtualizer.measure(), [rowHeight])
  const items = virtualizer.getVirtualItems().filter(({ index }) => index < rows.count)
  return { scroller, roving, items, rowHeight, height: virtualizer.getTotalSize() }
}

/** Never takes the row that has the focus away from under the keyboard. */
function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (range.count === 0 || shown.includes(active)) return shown
  return active < (shown[0] ?? 0) ? [active, ...shown] : [...shown, active]
}

/** Makes an element as high as what is left of the window below its top; its least height is that of its style. */
function useRemainingHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const resize = () => {
      const { current } = element
      if (!current) return
      const top = current.getBoundingClientRect().top + scrollY
      current.style.height = `${Math.floor(innerHeight - top - bottomMargin)}px`
    }
    resize()
    const observer = new ResizeObserver(resize)
    observer.observe(document.body)
    addEventListener('resize', resize)
    return () => {
      observer.disconnect()
      removeEventListener('resize', resize)
    }
  }, [element])
}

/**
 * The React key of each row: a row that stays keeps its key; a new row takes the key, and with it the elements, of one
 * that left. Making new elements costs most of a frame while the grid is scrolled.
 */
export function useRowKeys(ids: readonly string[]): ReadonlyMap<string, number> {
  const last = useRef<ReadonlyMap<string, number>>(new Map())
  const keys = new Map<string, number>()
  for (const id of ids) {
    const key = last.current.get(id)
    if (key !== undefined) keys.set(id, key)
  }
  const taken = new Set(keys.values())
  let free = 0
  for (const id of ids) {
    if (keys.has(id)) continue
    while (taken.has(free)) free += 1
    keys.set(id, free)
    taken.add(free)
  }
  last.current = keys
  return keys
}
