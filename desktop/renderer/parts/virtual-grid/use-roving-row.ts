import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'

/** A list of any length. */
export type RowsInOrder<Row> = {
  readonly count: number
  readonly rowAt: (index: number) => Row
  readonly idOf: (row: Row) => string
}

type Scroller = {
  /** Rows of a page up or down. */
  readonly pageRows: () => number
  readonly scrollTo: (index: number) => void
}

type Place = { readonly index: number; readonly id: string | null }

const clamp = (index: number, count: number) => Math.max(0, Math.min(index, count - 1))

/** Where the row is now that was at that place; the same place when it is gone. */
function follow<Row>({ index, id }: Place, { count, rowAt, idOf }: RowsInOrder<Row>): number {
  const near = clamp(index, count)
  if (id === null || count === 0 || idOf(rowAt(near)) === id) return near
  for (let at = 0; at < count; at += 1) if (idOf(rowAt(at)) === id) return at
  return near
}

const steps: Readonly<Record<string, (index: number, page: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index, page) => index + page,
  PageUp: (index, page) => index - page,
  Home: () => 0,
  End: () => Number.POSITIVE_INFINITY,
}

const controlsIn = (row: Element) => [...row.querySelectorAll<HTMLElement>('button')]

/** Right and left go to the buttons of a row and back to the row itself. */
function moveInside(row: HTMLElement, by: 1 | -1): void {
  const stops = [row, ...controlsIn(row)]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  stops[clamp(at + by, stops.length)]?.focus({ preventScroll: true })
}

/** One row of the grid is in the tab order; arrows, Home, End and the page keys move the focus from there. */
export function useRovingRow<Row>({ count, rowAt, idOf }: RowsInOrder<Row>, { pageRows, scrollTo }: Scroller) {
  const [place, setPlace] = useState<Place>({ index: 0, id: null })
  const active = useMemo(() => follow(place, { count, rowAt, idOf }), [place, count, rowAt, idOf])
  const body = useRef<HTMLTableSectionElement>(null)
  const wantsFocus = useRef(false)

  const moveTo = (target: number) => {
    const index = clamp(target, count)
    wantsFocus.current = true
    setPlace({ index, id: idOf(rowAt(index)) })
    scrollTo(index)
  }

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    body.current?.querySelector<HTMLElement>(`[data-index="${active}"]`)?.focus({ preventScroll: true })
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]')
    const isPlain = !(
      event.altKey ||
      event.shiftKey ||
      ((event.ctrlKey || event.metaKey) && !/Home|End/.test(event.key))
    )
    if (!row || !isPlain) return
    const step = steps[event.key]
    if (step) moveTo(step(active, pageRows()))
    else if (event.key === 'ArrowRight') moveInside(row, 1)
    else if (event.key === 'ArrowLeft') moveInside(row, -1)
    else return
    event.preventDefault()
  }

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-index]')
    const index = Number(row?.dataset.index)
    if (row && (index !== place.index || place.id === null)) setPlace({ index, id: idOf(rowAt(index)) })
  }

  return { active, body, onKeyDown, onFocus }
}
