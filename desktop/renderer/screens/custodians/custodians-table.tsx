import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import { type SortOrder, sortBy } from '../../parts/column-header.tsx'
import { KeyIdText } from '../../parts/key-id-text.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useWiderThan } from '../../parts/use-wider-than.ts'
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
  { id: 'name', width: 222, grows: true },
  { id: 'state', width: 142 },
  { id: 'rotated', width: 222 },
  { id: 'actions', width: 80 },
  { id: 'key', width: 82 },
  { id: 'checked', width: 130 },
  { id: 'provider', width: 94 },
] as const
const tenantColumn = { id: 'tenant', width: 146 } as const

/** Pixels from which on the tenant has a column; in a narrower window it stands below the name, so that neither is cut. */
const wideWindow = 1400

export function CustodiansTable({ rows, order, onOrder }: CustodiansTableProps) {
  const { t } = useTranslation('custodians')
  const isWide = useWiderThan(wideWindow)
  return (
    <RowTable
      label={t('title')}
      columns={[...columns, ...(isWide ? [tenantColumn] : [])].map((column) => ({
        ...column,
        title: column.id === 'actions' ? t('actions') : t(`columns.${column.id}`),
        ...(column.id !== 'key' && column.id !== 'actions' && { sort: sortBy(column.id, { order, onOrder }) }),
      }))}
      rows={rows}
      keyOf={({ id }) => id}
    >
      {(row) => <CustodianCells row={row} hasTenantColumn={isWide} />}
    </RowTable>
  )
}

type CustodianCellsProps = { readonly row: CustodianRow; readonly hasTenantColumn: boolean }

function CustodianCells({ row, hasTenantColumn }: CustodianCellsProps) {
  return (
    <>
      <th scope="row">
        <Link to="/custodians/$custodianId" params={{ custodianId: row.id }} className={classes.link}>
          <PlainText text={row.name} isOneLine />
        </Link>
        {!hasTenantColumn && (
          <Text size="xs" c="dimmed" truncate>
            <PlainText text={row.tenantName} isOneLine />
          </Text>
        )}
      </th>
      <td>
        <StateBadge state={row.state} isDisabled={row.disabled} />
      </td>
      <td className={classes.cell}>
        <LastRotated row={row} />
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
      {hasTenantColumn && (
        <td className={classes.cell}>
          <PlainText text={row.tenantName} isOneLine />
        </td>
      )}
    </>
  )
}

const overdue = { icon: CalendarClock, colour: 'yellow' } as const

/** When the active keys were stored, and whether that is too long ago. */
function LastRotated({ row }: { readonly row: Pick<CustodianRow, 'isOverdue' | 'lastRotatedAt'> }) {
  const { t } = useTranslation('custodians')
  const { isOverdue, lastRotatedAt } = row
  return (
    <Group gap="xs" wrap="nowrap">
      {lastRotatedAt === null ? (
        <Text size="sm" c="dimmed">
          {t('never')}
        </Text>
      ) : (
        <Moment at={lastRotatedAt} isRelative size="sm" style={{ whiteSpace: 'nowrap' }} />
      )}
      {isOverdue && (
        <StatusBadge look={overdue} title={t('dueMeaning')}>
          {t('due')}
        </StatusBadge>
      )}
    </Group>
  )
}
