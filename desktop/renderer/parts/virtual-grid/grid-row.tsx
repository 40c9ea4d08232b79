import type { Row, RowData } from '@tanstack/react-table'
import { flexRender } from '@tanstack/react-table'
import { memo, type ReactNode } from 'react'
import type { gridFeatures } from './grid-features.ts'
import classes from './virtual-grid.module.css'

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

/** A row that is drawn again only when it shows something else. */
export const GridRow = memo(function GridRow<Data extends RowData>(props: GridRowProps<Data>) {
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
}, isSame) as <Data extends RowData>(props: GridRowProps<Data>) => ReactNode
