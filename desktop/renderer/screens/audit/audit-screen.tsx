import { useTranslation } from 'react-i18next'
import { LoadingRows } from '../../parts/loading-rows.tsx'
import { utcOf } from '../../parts/moment.tsx'
import { Page } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { RefreshButton } from '../../parts/refresh-button.tsx'
import { useKept } from '../../session/use-kept.ts'
import { AuditExport } from './audit-export-menu.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { AuditRecords } from './audit-records.tsx'
import { everything, found } from './audit-view.ts'
import { useAudit } from './use-audit.ts'
import { Verifying } from './verifying.tsx'

/** Everything that changed something or asked a provider. */
export function AuditScreen() {
  const { t } = useTranslation('audit')
  const [view, setView] = useKept('audit', everything)
  const query = useAudit(view)
  const records = query.data?.pages.flatMap((page) => page.records) ?? []
  const shown = found(records, view)
  const asOf = query.data ? new Date(query.dataUpdatedAt).toISOString() : null
  return (
    <Page
      title={t('title')}
      about={asOf ? t('asOf', { time: utcOf(asOf) }) : t('about')}
      actions={
        <>
          <AuditExport records={shown} asOf={asOf} />
          <RefreshButton query={query} />
        </>
      }
    >
      <AuditFilter view={view} onView={setView} records={records} shown={shown.length} hasMore={query.hasNextPage} />
      <QueryView query={query} loading={<LoadingRows count={10} />}>
        {() => <AuditRecords query={query} loaded={records} shown={shown} onClear={() => setView(everything)} />}
      </QueryView>
      {/* Below what is read, so that it need not move when that comes. */}
      {!query.isPending && <Verifying />}
    </Page>
  )
}
