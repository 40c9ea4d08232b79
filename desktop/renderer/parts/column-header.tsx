import { UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import classes from './row-table.module.css'

export type Sorting = 'ascending' | 'descending' | 'none'

export type TableColumn = {
  readonly id: string
  readonly title: string
  /** Pixels. */
  readonly width: number
  /** Takes what is left over too. */
  readonly grows?: boolean
  readonly isNumeric?: boolean
  /** Pixels at the end of its cells that hold a button, which the title leaves free. */
  readonly buttonWidth?: number
  /** Absent where rows cannot be sorted by this column. */
  readonly sort?: { readonly direction: Sorting; readonly onToggle: () => void }
}

/** By which column rows are sorted. */
export type SortOrder<Column extends string> = { readonly column: Column; readonly isDescending: boolean }

type SortProps<Column extends string> = {
  readonly order: SortOrder<Column>
  readonly onOrder: (order: SortOrder<Column>) => void
}

/** The way to sort by a column: ascending first, then the other way. */
export function sortBy<Column extends string>(
  column: Column,
  { order, onOrder }: SortProps<Column>,
): NonNullable<TableColumn['sort']> {
  const isSorted = order.column === column
  const direction = !isSorted ? 'none' : order.isDescending ? 'descending' : 'ascending'
  return { direction, onToggle: () => onOrder({ column, isDescending: isSorted && !order.isDescending }) }
}

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

export function ColumnHeader({ title, width, grows = false, isNumeric = false, buttonWidth = 0, sort }: TableColumn) {
  return (
    <th
      scope="col"
      style={{ width: grows ? undefined : width, paddingInlineEnd: buttonWidth ? 12 + buttonWidth : undefined }}
      {...(isNumeric && { className: classes.numeric })}
      {...(sort && { 'aria-sort': sort.direction })}
    >
      {sort ? <SortButton title={title} {...sort} /> : title}
    </th>
  )
}

function SortButton({ title, direction, onToggle }: NonNullable<TableColumn['sort']> & { readonly title: string }) {
  const Icon = icons[direction]
  return (
    <UnstyledButton className={classes.sort} onClick={onToggle}>
      {title}
      <Icon size={13} aria-hidden opacity={direction === 'none' ? 0.5 : 1} />
    </UnstyledButton>
  )
}
