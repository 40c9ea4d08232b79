import { Button, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../parts/empty.tsx'
import { ImportLink } from '../../parts/import-link.tsx'
import { BlockchainCounts } from './blockchain-counts.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { countsOf } from './counts.ts'
import { type ReportProps, rowsOf, wholeReport } from './reserve-rows.ts'
import { ReservesFilter } from './reserves-filter.tsx'
import classes from './reserves-report.module.css'
import { ReservesTable } from './reserves-table.tsx'

/** The report as the view wants it: the rows, how many there are on each blockchain, and a chart of them. */
export function ReservesReport({ report, view, onView }: ReportProps) {
  const { t } = useTranslation('reserves')
  const rows = useMemo(() => rowsOf(report, view), [report, view])
  const counts = useMemo(() => countsOf(rows), [rows])
  if (report.length === 0) return <Empty title={t('empty')} hint={t('emptyHint')} action={<ImportLink />} />
  return (
    <Stack gap="md">
      <ReservesFilter report={report} view={view} onView={onView} shown={rows.length} />
      {rows.length === 0 ? (
        <Empty
          title={t('noMatch')}
          hint={t('noMatchHint')}
          action={
            <Button variant="default" size="xs" onClick={() => onView({ ...view, ...nothingFiltered })}>
              {t('clearFilter')}
            </Button>
          }
        />
      ) : (
        <div className={classes.report}>
          <ReservesTable rows={rows} view={view} onView={onView} />
          <div className={classes.panels}>
            <ChartPanel rows={rows} counts={counts} />
            <BlockchainCounts counts={counts} />
          </div>
        </div>
      )}
    </Stack>
  )
}

const nothingFiltered = { text: wholeReport.text, blockchain: wholeReport.blockchain }
