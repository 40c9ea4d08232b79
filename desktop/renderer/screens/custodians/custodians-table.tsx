import { Badge, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { utcOf } from '../../parts/moment.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import classes from './custodian-cells.module.css'
import type { CustodianRow, CustodianSortColumn, SortOrder } from './custodian-rows.ts'
import { StateBadge } from './state-badge.tsx'

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
  const sortOf = (column: CustodianSortColumn) => {
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

function CustodianCells({ row }: { readonly row: CustodianRow }) {
  return (
    <>
      <th scope="row">
        <Link to="/custodians/$custodianId" params={{ custodianId: row.id }} className={classes.link}>
          <PlainText text={row.name} isOneLine />
        </Link>
      </th>
      <td>
        <StateBadge state={row.state} />
      </td>
      <td className={classes.cell}>
        <AgeOfKeys row={row} />
      </td>
      <td>{row.providerTitle}</td>
      <td className={classes.cell}>
        <PlainText text={row.tenantName} isOneLine />
      </td>
    </>
  )
}

/** How old the keys are, and whether they are due for rotation. */
function AgeOfKeys({ row }: { readonly row: Pick<CustodianRow, 'ageDays' | 'isDue' | 'lastRotatedAt'> }) {
  const { t } = useTranslation('custodians')
  const { ageDays, isDue, lastRotatedAt } = row
  return (
    <Group gap="xs" wrap="nowrap">
      {ageDays === null || lastRotatedAt === null ? (
        <Text size="sm" c="dimmed">
          {t('noKeys')}
        </Text>
      ) : (
        <Text component="time" size="sm" dateTime={lastRotatedAt} title={utcOf(lastRotatedAt)}>
          {ageDays === 0 ? t('today') : t('age', { count: ageDays })}
        </Text>
      )}
      {isDue && (
        <Badge
          variant="default"
          fw={600}
          title={t('dueMeaning')}
          leftSection={<CalendarClock size={12} aria-hidden color="var(--mantine-color-orange-6)" />}
        >
          {t('due')}
        </Badge>
      )}
    </Group>
  )
}
