import { Anchor, Stack } from '@mantine/core'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../parts/empty.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { UnreadTogether } from '../../parts/unread.tsx'
import { OpenWallets } from '../wallets/open-wallets.tsx'
import { CustodianHeader } from './custodian-header.tsx'
import { CustodianOverview } from './custodian-overview.tsx'
import { CustodianTabs } from './custodian-tabs.tsx'
import { useCustodianId } from './use-custodian.ts'
import { isForbidden, useCustodians } from './use-custodians.ts'

/** One custodian: what it is, then the part of it that the address names. */
export function CustodianScreen() {
  const { t } = useTranslation('custodians')
  const id = useCustodianId()
  const query = useCustodians()
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/custodians" size="sm" w="fit-content">
        <ChevronLeft size={14} aria-hidden /> {t('back')}
      </Anchor>
      <UnreadTogether>
        <QueryView query={query} what={t('reads.custodian')}>
          {(custodians) => {
            const custodian = custodians.find((one) => one.id === id)
            if (!custodian) return <Empty title={t('notFound')} hint={t('notFoundHint', { id })} />
            return (
              <Stack gap="lg">
                <CustodianHeader key={id} custodian={custodian} />
                <CustodianTabs custodianId={id} />
                <Part />
              </Stack>
            )
          }}
        </QueryView>
      </UnreadTogether>
      {isForbidden(query) && <OpenWallets custodianId={id} />}
    </Stack>
  )
}

function Part() {
  const isDeeper = useMatches().at(-1)?.routeId !== '/custodians/$custodianId'
  return isDeeper ? <Outlet /> : <CustodianOverview />
}
