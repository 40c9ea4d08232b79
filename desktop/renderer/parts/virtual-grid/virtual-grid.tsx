import { type RowData, type SortingState, useTable } from '@tanstack/react-table'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { type GridColumn, GridHead, GridRow, gridFeatures } from './grid-row.tsx'
import { headHeight, useGridWindow, useRowKeys } from './use-grid-window.ts'
import type { RowsInOrder } from './use-roving-row.ts'
import classes from './virtual-grid.module.css'

/** `rowAt` is another function when the order is another. */
type VirtualGridProps<Row extends RowData> = RowsInOrder<Row> & {
  readonly label: string
  /** Stable, as a constant of a module. */
  readonly columns: readonly GridColumn<Row>[]
  /** Widths of the columns as in `grid-template-columns`. */
  readonly widths: string
  /** Column whose cells name their rows. */
  readonly headed: string
  /** The accessible name of those cells; a stable function. */
  readonly nameOf: (row: Row) => string
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
  const { count, rowAt } = props
  const { scroller, roving, items, rowHeight, height } = useGridWindow(props)
  const table = useGridTable(
    props,
    items.map(({ index }) => rowAt(index)),
  )
  const { rows } = table.getRowModel()
  const keys = useRowKeys(rows.map(({ id }) => id))
  return (
    <div ref={scroller} className={classes.scroller}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus and open something
        role="grid"
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-busy={props.isBusy}
        className={classes.grid}
        style={{ '--grid-widths': props.widths, '--row-height': `${rowHeight}px` } as Record<string, string>}
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
          style={{ height }}
          onFocus={roving.onFocus}
          {...rowHandlers(props, roving)}
        >
          {items.map(({ index, start }, at) => {
            const row = rows[at]
            return (
              row && (
                <GridRow
                  key={keys.get(row.id)}
                  row={row}
                  index={index}
                  start={start - headHeight}
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

/** The table of the rows that are drawn; the owner of the rows sorts them, because it has them all. */
function useGridTable<Row extends RowData>(props: VirtualGridProps<Row>, data: Row[]) {
  const { columns, idOf, sorting, onSort } = props
  return useTable({
    features: gridFeatures,
    columns,
    data,
    getRowId: idOf,
    state: { sorting },
    onSortingChange: (next) => onSort(typeof next === 'function' ? next(sorting) : next),
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
  })
}

type Roving = ReturnType<typeof useGridWindow>['roving']

/** A click or Enter opens a row, Mod+C copies from it; the other keys move the focus. */
function rowHandlers<Row extends RowData>({ rowAt, onOpen, onCopy }: VirtualGridProps<Row>, roving: Roving) {
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
  return { onClick, onKeyDown }
}
