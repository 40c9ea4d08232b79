import {
  type ColumnDef,
  flexRender,
  type Header,
  type Row,
  type RowData,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo } from 'react'
import classes from './virtual-grid.module.css'

/** The grid only shows the sorting; the owner of the rows sorts them. */
export const gridFeatures = tableFeatures({ rowSortingFeature })

export type GridColumn<Row extends RowData> = ColumnDef<typeof gridFeatures, Row>

const ariaSort = { asc: 'ascending', desc: 'descending' } as const
const marks = { asc: ArrowUp, desc: ArrowDown } as const

/** Head of a column; one that can be sorted by is a button. */
export function GridHead<Row extends RowData>({ header }: { readonly header: Header<typeof gridFeatures, Row> }) {
  const { column } = header
  const text = flexRender(column.columnDef.header, header.getContext())
  const direction = column.getIsSorted()
  const Mark = direction ? marks[direction] : ChevronsUpDown
  return (
    <th
      scope="col"
      className={classes.head}
      aria-sort={direction ? ariaSort[direction] : column.getCanSort() ? 'none' : undefined}
    >
      {column.getCanSort() ? (
        <button type="button" className={classes.sort} onClick={column.getToggleSortingHandler()}>
          {text}
          <Mark size={13} aria-hidden className={direction ? undefined : classes.unsorted} />
        </button>
      ) : (
        text
      )}
    </th>
  )
}

type GridRowProps<Data extends RowData> = {
  readonly row: Row<typeof gridFeatures, Data>
  readonly index: number
  /** Pixels from the top of the body. */
  readonly start: number
  readonly isActive: boolean
  readonly headed: string
  readonly nameOf: (row: Data) => string
}

const isSame = <Data extends RowData>(a: GridRowProps<Data>, b: GridRowProps<Data>) =>
  a.row.original === b.row.original &&
  a.row.table === b.row.table &&
  a.index === b.index &&
  a.start === b.start &&
  a.isActive === b.isActive

function DrawnRow<Data extends RowData>(props: GridRowProps<Data>) {
  const { row, index, start, isActive, headed, nameOf } = props
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      style={{ transform: `translateY(${start}px)` }}
    >
      {row.getAllCells().map((cell) => {
        const content = flexRender(cell.column.columnDef.cell, cell.getContext())
        return cell.column.id === headed ? (
          <th key={cell.column.id} scope="row" aria-label={nameOf(row.original)} className={classes.cell}>
            {content}
          </th>
        ) : (
          <td key={cell.column.id} className={classes.cell}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}

/** A row that is drawn again only when it shows something else. */
export const GridRow = memo(DrawnRow, isSame) as typeof DrawnRow
