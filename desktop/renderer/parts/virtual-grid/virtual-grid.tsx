import { type RowData, type SortingState, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { type GridColumn, GridHead, GridRow, gridFeatures } from './grid-row.tsx'
import { useRestOfWindow } from './use-rest-of-window.ts'
import { useRovingRow } from './use-roving-row.ts'
import { useSlots } from './use-slots.ts'
import classes from './virtual-grid.module.css'
import { withActive } from './with-active.ts'

const rowHeight = 36

type VirtualGridProps<Row extends RowData> = {
  readonly label: string
  /** Stable, as a constant of a module. */
  readonly columns: readonly GridColumn<Row>[]
  /** Widths of the columns as in `grid-template-columns`. */
  readonly widths: string
  /** Column whose cells name their rows. */
  readonly headed: string
  /** What those cells are heard as, whatever is drawn in them; stable. */
  readonly nameOf: (row: Row) => string
  readonly count: number
  /** The row at a place of the order shown; another function when the order is another. */
  readonly rowAt: (index: number) => Row
  readonly idOf: (row: Row) => string
  readonly sorting: SortingState
  readonly onSort: (sorting: SortingState) => void
  /** By Enter or a click. */
  readonly onOpen: (row: Row) => void
  /** By Mod+C on a row. */
  readonly onCopy: (row: Row) => void
  readonly isBusy: boolean
  /** In the place of rows where there are none. */
  readonly empty: ReactNode
}

/** A table of any length that draws only the rows in sight. */
export function VirtualGrid<Row extends RowData>(props: VirtualGridProps<Row>) {
  const { count, rowAt, idOf, sorting, onSort, onOpen, onCopy } = props
  const scroller = useRef<HTMLDivElement>(null)
  useRestOfWindow(scroller)
  const roving = useRovingRow({
    count,
    rowAt,
    idOf,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    show: (index) => virtualizer.scrollToIndex(index),
  })
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    rangeExtractor: (range) => withActive(range, roving.active),
    overscan: 4,
    // The head stays at the top, over the rows.
    scrollMargin: rowHeight,
    scrollPaddingStart: rowHeight,
  })
  const items = virtualizer.getVirtualItems().filter(({ index }) => index < count)
  const table = useTable({
    features: gridFeatures,
    columns: props.columns,
    data: items.map(({ index }) => rowAt(index)),
    getRowId: idOf,
    state: { sorting },
    onSortingChange: (next) => onSort(typeof next === 'function' ? next(sorting) : next),
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
  })
  const rows = table.getRowModel().rows
  const slots = useSlots(rows.map(({ id }) => id))

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const row = (event.target as Element).closest<HTMLElement>('[data-index]')
    const isPlain = getSelection()?.isCollapsed !== false && !(event.target as Element).closest('button')
    if (row && isPlain) onOpen(rowAt(Number(row.dataset.index)))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isOnRow = (event.target as HTMLElement).dataset.index !== undefined
    if (isOnRow && event.key === 'Enter') onOpen(rowAt(roving.active))
    else if (event.key === 'c' && (event.ctrlKey || event.metaKey) && getSelection()?.isCollapsed)
      onCopy(rowAt(roving.active))
    else roving.onKeyDown(event)
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus and open something
        role="grid"
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-busy={props.isBusy}
        className={classes.grid}
        style={{ '--grid-widths': props.widths } as Record<string, string>}
      >
        <thead className={classes.top}>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} aria-rowindex={1} className={classes.heads}>
              {group.headers.map((header) => (
                <GridHead key={header.id} header={header} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody
          ref={roving.body}
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
          onClick={onClick}
          onKeyDown={onKeyDown}
          onFocus={roving.onFocus}
        >
          {items.map(({ index, start }, at) => {
            const row = rows[at]
            return (
              row && (
                <GridRow
                  key={slots.get(row.id)}
                  row={row}
                  index={index}
                  start={start - rowHeight}
                  isActive={index === roving.active}
                  headed={props.headed}
                  nameOf={props.nameOf}
                />
              )
            )
          })}
        </tbody>
      </table>
      {count === 0 && props.empty}
    </div>
  )
}
