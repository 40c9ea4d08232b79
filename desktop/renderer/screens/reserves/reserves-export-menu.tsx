import { useTranslation } from 'react-i18next'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { fileNameOf } from '../../parts/file-name.ts'
import { useActiveProfile } from '../../session/console-state.ts'
import { useSession } from '../../session/session.ts'
import { type ReservesView, rowsOf } from './reserve-rows.ts'
import { reservesCsv, reservesJson } from './reserves-export.ts'

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
  const csv = () => reservesCsv(rowsOf(report, view))
  const json = () => reservesJson(rowsOf(report, view), origin)
  return (
    <ExportMenu
      formats={[
        { label: t('csv'), file: () => ({ name: fileNameOf('reserves', asOf, 'csv'), text: csv() }) },
        { label: t('json'), file: () => ({ name: fileNameOf('reserves', asOf, 'json'), text: json() }) },
      ]}
    />
  )
}
