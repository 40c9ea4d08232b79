import { Ban } from 'lucide-react'
import { useMemo } from 'react'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import type { TableColumn } from '../../parts/column-header.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { numberText } from '../../parts/number-text.ts'
import { NameText, nameText, PlainText } from '../../parts/plain-text.tsx'
import { RowTable } from '../../parts/row-table.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { Amount, mostPlaces } from './amount.tsx'
import { placesOf } from './decimals.ts'
import type { ReportProps } from './reserve-rows.ts'
import { type ReservesSortColumn, type ReservesView, withKeys } from './reserve-rows.ts'
import classes from './reserves-table.module.css'

const columns: readonly (Pick<TableColumn, 'width' | 'grows' | 'isNumeric' | 'buttonWidth'> & {
  readonly id: ReservesSortColumn
})[] = [
  { id: 'tokenSymbol', width: 144 },
  { id: 'blockchain', width: 128 },
  { id: 'reserveAmount', width: 360, grows: true, isNumeric: true, buttonWidth: 26 },
  { id: 'transactionCount', width: 144, isNumeric: true },
  { id: 'lastTransactionDate', width: 202 },
]

/** Sorting by another column starts with its ascending order. */
const toggled = (view: ReservesView, sortBy: ReservesSortColumn): ReservesView => ({
  ...view,
  sortBy,
  isDescending: view.sortBy === sortBy && !view.isDescending,
})

function useColumns({ view, onView }: Pick<ReportProps, 'view' | 'onView'>): readonly TableColumn[] {
  const { t } = useTranslation('reserves')
  const direction = view.isDescending ? 'descending' : 'ascending'
  return columns.map((column) => ({
    ...column,
    title: t(column.id),
    sort: {
      direction: view.sortBy === column.id ? direction : 'none',
      onToggle: () => onView(toggled(view, column.id)),
    },
  }))
}

/** Room behind the point for the longest amount shown, so that the longest one ends below the end of the title. */
const placesFor = (rows: readonly ReportReservesModel[]) =>
  rows.reduce((most, { reserveAmount }) => Math.max(most, Math.min(placesOf(reserveAmount), mostPlaces)), 0)

type ReservesTableProps = Pick<ReportProps, 'view' | 'onView'> & { readonly rows: readonly ReportReservesModel[] }

export function ReservesTable({ rows, view, onView }: ReservesTableProps) {
  const { t } = useTranslation('reserves')
  const places = useMemo(() => placesFor(rows), [rows])
  const keyed = useMemo(() => withKeys(rows), [rows])
  return (
    <RowTable label={t('table')} columns={useColumns({ view, onView })} rows={keyed} keyOf={({ key }) => key}>
      {(row) => <Cells row={row} places={places} />}
    </RowTable>
  )
}

const off = { icon: Ban, colour: 'gray' }

function Cells({ row, places }: { readonly row: ReportReservesModel; readonly places: number }) {
  const { t } = useTranslation('reserves')
  const names = { token: nameText(row.tokenSymbol), blockchain: nameText(row.blockchain) }
  return (
    <>
      <th scope="row" className={classes.token}>
        <NameText name={row.tokenSymbol} />
        {row.disabled && (
          <StatusBadge look={off} title={t('disabledMeaning')}>
            {t('disabled')}
          </StatusBadge>
        )}
        {row.isLookAlike && (
          <div className={classes.contract}>
            {row.contractAddress ? <PlainText text={row.contractAddress} /> : t('noContract')}
          </div>
        )}
      </th>
      <td>
        <NameText name={row.blockchain} />
      </td>
      <td className={classes.numeric}>
        <span className={classes.amount}>
          <Amount value={row.reserveAmount} places={places} />
          <CopyButton text={row.reserveAmount} what={t('amountOf', names)} />
        </span>
      </td>
      <td className={classes.numeric}>{numberText(row.transactionCount)}</td>
      <td className={classes.moment}>
        <Moment at={row.lastTransactionDate} size="sm" />
      </td>
    </>
  )
}
