import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { type SortOrder, sortBy } from '../../parts/column-header.tsx'
import { KeyIdText } from '../../parts/key-id-text.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { utcOf } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import classes from './custodian-cells.module.css'
import type { CustodianRow, CustodianSortColumn } from './custodian-rows.ts'
import { RowActions } from './row-actions.tsx'
import { StateBadge } from './state-badge.tsx'

type CustodiansTableProps = {
  readonly rows: readonly CustodianRow[]
  readonly order: SortOrder<CustodianSortColumn>
  readonly onOrder: (order: SortOrder<CustodianSortColumn>) => void
}

const columns = [
  { id: 'name', width: 158, grows: true },
  { id: 'state', width: 142 },
  { id: 'age', width: 182 },
  { id: 'actions', width: 80 },
  { id: 'key', width: 82 },
  { id: 'checked', width: 130 },
  { id: 'provider', width: 94 },
  { id: 'tenant', width: 138 },
] as const

export function CustodiansTable({ rows, order, onOrder }: CustodiansTableProps) {
  const { t } = useTranslation('custodians')
  return (
    <RowTable
      label={t('title')}
      columns={columns.map((column) => ({
        ...column,
        title: column.id === 'actions' ? t('actions') : t(`columns.${column.id}`),
        ...(column.id !== 'key' && column.id !== 'actions' && { sort: sortBy(column.id, { order, onOrder }) }),
      }))}
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
        <StateBadge state={row.state} isDisabled={row.disabled} />
      </td>
      <td className={classes.cell}>
        <AgeOfKeys row={row} />
      </td>
      <td className={classes.cell}>
        <RowActions custodian={row} />
      </td>
      <td className={classes.cell}>
        <KeyIdText id={row.keyId} isShort />
      </td>
      <td className={classes.cell}>
        {row.lastCheckedAt ? <Moment at={row.lastCheckedAt} isRelative size="sm" /> : '–'}
      </td>
      <td>{row.providerTitle}</td>
      <td className={classes.cell}>
        <PlainText text={row.tenantName} isOneLine />
      </td>
    </>
  )
}

const overdue = { icon: CalendarClock, colour: 'yellow' } as const

/** How old the keys are, and whether they are due for rotation. */
function AgeOfKeys({ row }: { readonly row: Pick<CustodianRow, 'ageDays' | 'isOverdue' | 'lastRotatedAt'> }) {
  const { t } = useTranslation('custodians')
  const { ageDays, isOverdue, lastRotatedAt } = row
  return (
    <Group gap="xs" wrap="nowrap">
      {ageDays === null || lastRotatedAt === null ? (
        <Text size="sm" c="dimmed">
          {t('noKeys')}
        </Text>
      ) : (
        <Text
          component="time"
          size="sm"
          style={{ whiteSpace: 'nowrap' }}
          dateTime={lastRotatedAt}
          title={utcOf(lastRotatedAt)}
        >
          {ageDays === 0 ? t('today') : t('age', { count: ageDays })}
        </Text>
      )}
      {isOverdue && (
        <StatusBadge look={overdue} title={t('dueMeaning')}>
          {t('due')}
        </StatusBadge>
      )}
    </Group>
  )
}
