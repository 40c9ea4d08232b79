import type { Header, RowData } from '@tanstack/react-table'
import { flexRender } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { gridFeatures } from './grid-features.ts'
import classes from './virtual-grid.module.css'

const told = { asc: 'ascending', desc: 'descending' } as const
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
      aria-sort={direction ? told[direction] : column.getCanSort() ? 'none' : undefined}
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
