import { Button, Group, Select, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { Empty, ImportLink } from '../../parts/empty.tsx'
import { nameText } from '../../parts/plain-text.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { BlockchainCounts } from './blockchain-counts.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { countsOf, type ReportProps, reserveRowsOf, wholeReport } from './reserve-rows.ts'
import classes from './reserves-report.module.css'
import { ReservesTable } from './reserves-table.tsx'

/** The report as the view wants it: the rows, how many there are on each blockchain, and a chart of them. */
export function ReservesReportView({ report, view, onView }: ReportProps) {
  const { t } = useTranslation('reserves')
  const rows = useMemo(() => reserveRowsOf(report, view), [report, view])
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
          <div className={classes.panels}>
            <ChartPanel rows={rows} counts={counts} />
            <BlockchainCounts counts={counts} />
          </div>
          <div className={classes.rows}>
            <ReservesTable rows={rows} view={view} onView={onView} />
          </div>
        </div>
      )}
    </Stack>
  )
}

const nothingFiltered = { text: wholeReport.text, blockchain: wholeReport.blockchain }

/** Most choices drawn at once; typing narrows them down. */
const mostChoices = 100

function ReservesFilter({ report, view, onView, shown }: ReportProps & { readonly shown: number }) {
  const { t } = useTranslation('reserves')
  const blockchains = useMemo(
    () =>
      [...new Set(report.map(({ blockchain }) => blockchain))]
        .sort()
        .map((value) => ({ value, label: nameText(value) })),
    [report],
  )
  return (
    <Group align="center" gap="sm">
      <SearchInput
        label={t('search')}
        hint={t('searchHint')}
        value={view.text}
        onChange={(text) => onView({ ...view, text })}
      />
      <Select
        aria-label={t('blockchain')}
        placeholder={t('allBlockchains')}
        data={blockchains}
        value={view.blockchain}
        onChange={(blockchain) => onView({ ...view, blockchain })}
        limit={mostChoices}
        searchable
        clearable
        w={220}
      />
      <ShownCount shown={shown} all={report.length} whole={t('rows', { count: report.length })} />
    </Group>
  )
}
