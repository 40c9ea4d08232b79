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
