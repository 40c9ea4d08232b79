import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useRef, useState } from 'react'
import { ColumnHeader, type TableColumn } from './column-header.tsx'
import { useRowHeight } from './row-height.ts'
import classes from './row-table.module.css'

/** Tables of so many rows at most have no scrolling region of their own. */
const mostUnscrolled = 30

/** Pixels. */
const headerHeight = 37

type RowTableProps<Row> = {
  /** Names the table and its scrolling region. */
  readonly label: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The cells of a row, the first of them its header. */
  readonly children: (row: Row) => ReactNode
  /** What stands below the row when it is open; null when it is closed. */
  readonly detail?: (row: Row) => ReactNode
  /** Rows there are in all when not all of them are here; null when that is not known. */
  readonly total?: number | null
}

/** A table of any length of which only what is in sight is drawn; rows may have any height. */
export function RowTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  children,
  detail,
  total = rows.length,
}: RowTableProps<Row>) {
  const region = useRef<HTMLElement>(null)
  // Of one line, which every row is taken for until it is measured.
  const rowHeight = useRowHeight() + 1
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index] as Row),
    scrollMargin: headerHeight,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const above = (items[0]?.start ?? headerHeight) - headerHeight
  const below = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? headerHeight) - headerHeight)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard
    <section ref={region} className={classNameFor(rows.length)} aria-label={label} tabIndex={0}>
      <table
        className={classes.table}
        style={{ minWidth: columns.reduce((sum, { width }) => sum + width, 0) }}
        aria-label={label}
        aria-rowcount={total === null ? -1 : total + 1}
      >
        <thead>
          <tr aria-rowindex={1} style={{ height: headerHeight }}>
            {columns.map((column) => (
              <ColumnHeader key={column.id} {...column} />
            ))}
          </tr>
        </thead>
        <Space height={above} columns={columns.length} />
        {items.map(({ key, index }) => (
          <BodyRow
            key={key}
            row={rows[index] as Row}
            index={index}
            width={columns.length}
            measure={virtualizer.measureElement}
            cells={children}
            detail={detail}
          />
        ))}
        <Space height={below} columns={columns.length} />
      </table>
    </section>
  )
}

const classNameFor = (count: number) =>
  count <= mostUnscrolled ? `${classes.region} ${classes.short}` : classes.region

type BodyRowProps<Row> = {
  readonly row: Row
  readonly index: number
  /** In columns. */
  readonly width: number
  readonly measure: (node: Element | null) => void
  readonly cells: (row: Row) => ReactNode
  readonly detail: ((row: Row) => ReactNode) | undefined
}

/** Drawn again only when what it shows is another: scrolling draws the rows that come into sight. */
function DrawnRow<Row>({ row, index, width, measure, cells, detail }: BodyRowProps<Row>) {
  const opened = detail?.(row) ?? null
  return (
    <tbody data-index={index} ref={measure}>
      <tr aria-rowindex={index + 2}>{cells(row)}</tr>
      {opened !== null && (
        <tr>
          <td colSpan={width}>
            <div className={classes.detail}>{opened}</div>
          </td>
        </tr>
      )}
    </tbody>
  )
}

const BodyRow = memo(DrawnRow) as typeof DrawnRow

/** Stands for the rows out of sight. */
function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden>
      <tr>
        <td colSpan={columns} className={classes.space} style={{ height }} />
      </tr>
    </tbody>
  )
}

/** Which rows of a table are open, by their keys. */
export function useOpenRows(first?: string) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(first === undefined ? [] : [first]))
  const toggle = (key: string) => setOpen((before) => before.symmetricDifference(new Set([key])))
  return { isOpen: (key: string) => open.has(key), toggle }
}
