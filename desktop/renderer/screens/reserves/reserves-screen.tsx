import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LoadingRows } from '../../parts/loading-rows.tsx'
import { utcOf } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { RefreshButton } from '../../parts/refresh-button.tsx'
import { api } from '../../session/api.ts'
import { failureIn } from '../../session/failure.ts'
import { PlatformOnly } from './platform-only.tsx'
import { ReservesExport } from './reserves-export-menu.tsx'
import { reservesInput } from './reserves-input.ts'
import { ReservesReport } from './reserves-report.tsx'
import { useReservesView } from './use-reserves-view.ts'

/** What the platform holds, token by token, to the last digit. */
export function ReservesScreen() {
  const { t } = useTranslation('reserves')
  const query = useQuery(api.reports.reserves.queryOptions(reservesInput))
  const [view, setView] = useReservesView()
  const asOf = query.data ? new Date(query.dataUpdatedAt).toISOString() : null
  const isForbidden = query.error !== null && failureIn(query.error).code === 'Forbidden'
  return (
    <Page
      title={t('title')}
      about={asOf ? t('asOf', { time: utcOf(asOf) }) : t('notRead')}
      actions={
        <>
          <ReservesExport report={query.data ?? []} asOf={asOf} view={view} />
          <RefreshButton query={query} />
        </>
      }
    >
      <Stack gap="md">
        {isForbidden && <PlatformOnly />}
        <QueryView query={query} loading={<LoadingReport />}>
          {(report) => <ReservesReport report={report} view={view} onView={setView} />}
        </QueryView>
      </Stack>
    </Page>
  )
}

/** Of the size of the filter and the first rows. */
function LoadingReport() {
  return (
    <Stack gap="md">
      <Skeleton height={61} maw={560} />
      <LoadingRows count={10} />
    </Stack>
  )
}
