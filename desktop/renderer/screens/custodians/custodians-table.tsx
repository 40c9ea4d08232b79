import { useTranslation } from 'react-i18next'
import { RowTable } from '../../parts/row-table.tsx'
import { CustodianCells } from './custodian-cells.tsx'
import type { CustodianRow, SortColumn, SortOrder } from './custodian-rows.ts'

type CustodiansTableProps = {
  readonly rows: readonly CustodianRow[]
  readonly order: SortOrder
  readonly onOrder: (order: SortOrder) => void
}

const columns = [
  { id: 'name', width: 220, grows: true },
  { id: 'state', width: 130 },
  { id: 'age', width: 170 },
  { id: 'provider', width: 120 },
  { id: 'tenant', width: 160, grows: true },
] as const

export function CustodiansTable({ rows, order, onOrder }: CustodiansTableProps) {
  const { t } = useTranslation('custodians')
  const sortOf = (column: SortColumn) => {
    const isSorted = order.column === column
    const direction = !isSorted ? 'none' : order.isDescending ? 'descending' : 'ascending'
    return { direction, onToggle: () => onOrder({ column, isDescending: isSorted && !order.isDescending }) } as const
  }
  return (
    <RowTable
      label={t('title')}
      columns={columns.map((column) => ({ ...column, title: t(`columns.${column.id}`), sort: sortOf(column.id) }))}
      rows={rows}
      keyOf={({ id }) => id}
    >
      {(row) => <CustodianCells row={row} />}
    </RowTable>
  )
}
