import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadCustodian } from '../../../bridge/new-words.ts'
import { isForbidden, useCustodians, useTenantNames } from '../../data/use-custodians.ts'
import { Empty } from '../../parts/empty.tsx'
import { ImportLink } from '../../parts/import-link.tsx'
import { LoadingRows } from '../../parts/loading-rows.tsx'
import { Page } from '../../parts/page.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { RefreshButton } from '../../parts/refresh-button.tsx'
import { useConsole } from '../../session/console-state.ts'
import { rowsOf, shownRows } from './custodian-rows.ts'
import { CustodiansTable } from './custodians-table.tsx'
import { CustodiansToolbar } from './custodians-toolbar.tsx'
import { OpenWallets } from './open-wallets.tsx'
import { useKeptView } from './use-kept-view.ts'

/** All custodians the token sees. */
export function CustodiansScreen() {
  const { t } = useTranslation('custodians')
  const query = useCustodians()
  return (
    <Page title={t('title')} about={t('about')} actions={<RefreshButton query={query} />}>
      <QueryView query={query} loading={<LoadingRows count={10} />}>
        {(custodians) =>
          custodians.length ? (
            <CustodianList custodians={custodians} readAt={query.dataUpdatedAt} />
          ) : (
            <Empty title={t('none')} hint={t('noneHint')} action={<ImportLink />} />
          )
        }
      </QueryView>
      {isForbidden(query) && <OpenWallets />}
    </Page>
  )
}

type CustodianListProps = {
  readonly custodians: readonly ReadCustodian[]
  /** Epoch milliseconds. */
  readonly readAt: number
}

function CustodianList({ custodians, readAt }: CustodianListProps) {
  const { t } = useTranslation('custodians')
  const { settings } = useConsole()
  const tenantNames = useTenantNames()
  const [view, change] = useKeptView()
  const dueDays = settings.rotationDueDays
  const rows = useMemo(
    () => rowsOf(custodians, { tenantNames, now: readAt, dueDays }),
    [custodians, tenantNames, readAt, dueDays],
  )
  const shown = useMemo(() => shownRows(rows, view), [rows, view])
  return (
    <>
      <CustodiansToolbar rows={rows} shownCount={shown.length} view={view} onChange={change} />
      {shown.length ? (
        <CustodiansTable rows={shown} order={view.order} onOrder={(order) => change({ order })} />
      ) : (
        <Empty
          title={t('noMatch')}
          hint={t('noMatchHint')}
          action={
            <Button variant="default" size="xs" onClick={() => change({ search: '', filter: 'all' })}>
              {t('showAll')}
            </Button>
          }
        />
      )}
    </>
  )
}
