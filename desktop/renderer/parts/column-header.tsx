import { UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import classes from './row-table.module.css'

export type Sorting = 'ascending' | 'descending' | 'none'

export type Column = {
  readonly id: string
  readonly title: string
  /** CSS width; what is left over goes to the columns without one. */
  readonly width?: number
  readonly isNumeric?: boolean
  /** Absent where rows cannot be sorted by this column. */
  readonly sort?: { readonly direction: Sorting; readonly onToggle: () => void }
}

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const

export function ColumnHeader({ title, width, isNumeric = false, sort }: Column) {
  return (
    <th
      scope="col"
      style={{ width }}
      {...(isNumeric && { className: classes.numeric })}
      {...(sort && { 'aria-sort': sort.direction })}
    >
      {sort ? <SortButton title={title} {...sort} /> : title}
    </th>
  )
}

function SortButton({ title, direction, onToggle }: NonNullable<Column['sort']> & { readonly title: string }) {
  const Icon = icons[direction]
  return (
    <UnstyledButton className={classes.sort} onClick={onToggle}>
      {title}
      <Icon size={13} aria-hidden opacity={direction === 'none' ? 0.5 : 1} />
    </UnstyledButton>
  )
}
