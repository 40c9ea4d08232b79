import { Button, Group, NativeSelect } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { CustodianState } from '../../../../shared/custodians.ts'
import type { ReadCustodian } from '../../../bridge/new-words.ts'
import { isForbidden, useCustodians, useTenantNames } from '../../data/use-custodians.ts'
import { RefreshButton } from '../../parts/busy-button.tsx'
import { Empty, ImportLink } from '../../parts/empty.tsx'
import { LoadingRows, QueryView } from '../../parts/query-view.tsx'
import { ScreenFrame } from '../../parts/screen-frame.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import { ShownCount } from '../../parts/shown-count.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { useConsole } from '../../session/console-state.ts'
import { useMay } from '../../session/session.ts'
import { useProfileState } from '../../session/use-profile-state.ts'
import { CheckAll } from './check-all.tsx'
import {
  type CustodianFilter,
  type CustodianRow,
  type CustodiansView,
  custodianRowsOf,
  firstView,
  fits,
  shownRows,
} from './custodian-rows.ts'
import { CustodiansTable } from './custodians-table.tsx'
import { OpenWallets } from './open-wallets.tsx'

/** All custodians the token sees. */
export function CustodiansScreen() {
  const { t } = useTranslation('custodians')
  const query = useCustodians()
  return (
    <ScreenFrame
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <AddCustodian />
          <RefreshButton query={query} />
        </>
      }
    >
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
    </ScreenFrame>
  )
}

/** For tokens that may; its place is kept until that is known. */
function AddCustodian() {
  const { t } = useTranslation('custodians')
  const may = useMay('custodians:write')
  if (may === false) return null
  return (
    <Button
      component={Link}
      to="/custodians/new"
      variant="default"
      leftSection={<Plus size={16} aria-hidden />}
      {...(may === null && { style: { visibility: 'hidden' } })}
    >
      {t('add')}
    </Button>
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
  const [view, setView] = useProfileState('custodians', firstView)
  const change = (changes: Partial<CustodiansView>) => setView({ ...view, ...changes })
  const dueDays = settings.rotationDueDays
  const rows = useMemo(
    () => custodianRowsOf(custodians, { tenantNames, now: readAt, dueDays }),
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

type ToolbarProps = {
  readonly rows: readonly CustodianRow[]
  readonly shownCount: number
  readonly view: CustodiansView
  readonly onChange: (changes: Partial<CustodiansView>) => void
}

const filters: readonly CustodianFilter[] = ['all', 'due', ...CustodianState.options]

/** Search, filter, and how many of how many are shown. */
export function CustodiansToolbar({ rows, shownCount, view, onChange }: ToolbarProps) {
  const { t } = useTranslation('custodians')
  const countOf = (filter: CustodianFilter) => rows.filter((row) => fits(row, filter)).length
  return (
    <Group align="center" gap="sm">
      <SearchInput
        label={t('search')}
        hint={t('searchHint')}
        value={view.search}
        onChange={(search) => onChange({ search })}
      />
      <NativeSelect
        aria-label={t('filter')}
        value={view.filter}
        onChange={({ currentTarget }) => onChange({ filter: currentTarget.value as CustodianFilter })}
        data={filters.map((value) => ({
          value,
          label: t('filterWithCount', { filter: t(`filters.${value}`), count: countOf(value) }),
        }))}
      />
      <ShownCount shown={shownCount} all={rows.length} whole={t('count', { count: rows.length })} />
      <CheckAll custodians={rows} />
    </Group>
  )
}
