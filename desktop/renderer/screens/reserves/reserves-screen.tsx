import { Alert, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { fileNameOf } from '../../parts/export-file.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { LoadingRows, QueryView } from '../../parts/query-view.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { localOf } from '../../parts/time-text.ts'
import { useTranslation } from '../../parts/use-translation.ts'
import { visibleText } from '../../parts/visible-text.ts'
import { api } from '../../session/api.ts'
import { useActiveProfile } from '../../session/console-state.ts'
import { failureFrom } from '../../session/failure.ts'
import { useSession } from '../../session/session.ts'
import { type ReservesView, reserveRowsOf } from './reserve-rows.ts'
import { reservesCsv, reservesJson } from './reserves-export.ts'
import { ReservesReportView } from './reserves-report.tsx'
import { reservesInput, useReservesView } from './use-reserves.ts'

/** What the platform holds, token by token, to the last digit. */
export function ReservesScreen() {
  const { t } = useTranslation('reserves')
  const query = useQuery(api.reports.reserves.queryOptions(reservesInput))
  const [view, setView] = useReservesView()
  const asOf = query.data ? new Date(query.dataUpdatedAt).toISOString() : null
  const isForbidden = query.error !== null && failureFrom(query.error).code === 'Forbidden'
  return (
    <ScreenFrame
      title={t('title')}
      about={asOf ? t('asOf', { time: localOf(asOf) }) : t('notRead')}
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
          {(report) => <ReservesReportView report={report} view={view} onView={setView} />}
        </QueryView>
      </Stack>
    </ScreenFrame>
  )
}

/** Of the size of the filter and the first rows. */
function LoadingReport() {
  return (
    <Stack gap="md">
      <Skeleton height={36} maw={560} />
      <LoadingRows count={10} />
    </Stack>
  )
}

/** Why a token of one tenant cannot read what covers them all, and which could. */
export function PlatformOnly() {
  const { t } = useTranslation('reserves')
  const session = useSession()
  if (!session?.tenant) return null
  const tenant = visibleText(session.tenant.name)
  return (
    <Alert variant="default" title={t('platformOnly')}>
      {t('platformOnlyHint', { name: visibleText(session.tokenName), tenant })}
    </Alert>
  )
}

type ReservesExportProps = {
  readonly report: readonly ReportReservesModel[]
  /** null as long as there is nothing to export. */
  readonly asOf: string | null
  readonly view: ReservesView
}

/** Writes the rows that are shown, filtered and sorted as they are. */
export function ReservesExport({ report, asOf, view }: ReservesExportProps) {
  const { t } = useTranslation('export')
  const profile = useActiveProfile()
  const session = useSession()
  if (!asOf || !profile) return <ExportMenu formats={[]} disabled />
  const origin = {
    asOf,
    server: profile.url,
    profile: profile.name,
    environment: profile.environment.label,
    contractVersion: session?.contractVersion ?? null,
    view,
  }
  const csv = () => reservesCsv(reserveRowsOf(report, view))
  const json = () => reservesJson(reserveRowsOf(report, view), origin)
  return (
    <ExportMenu
      formats={[
        { label: t('csv'), file: () => ({ name: fileNameOf('reserves', asOf, 'csv'), text: csv() }) },
        { label: t('json'), file: () => ({ name: fileNameOf('reserves', asOf, 'json'), text: json() }) },
      ]}
    />
  )
}
