import { Anchor, Stack, Title } from '@mantine/core'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCustodian, useCustodianId } from '../../data/use-custodian.ts'
import { isForbidden, useCustodians } from '../../data/use-custodians.ts'
import { Empty } from '../../parts/empty.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { shortened } from '../../parts/shortened.ts'
import { UnreadTogether } from '../../parts/unread/unread-together.tsx'
import { useWindowTitle } from '../../parts/use-window-title.ts'
import { CustodianHeader } from './custodian-header.tsx'
import { CustodianOverview } from './custodian-overview.tsx'
import { CustodianTabs } from './custodian-tabs.tsx'
import { OpenWallets } from './open-wallets.tsx'

/** Digits. */
const longestId = 19

/** One custodian: what it is, then the part of it that the address names. */
export function CustodianScreen() {
  const { t } = useTranslation('custodians')
  const id = useCustodianId()
  const query = useCustodians()
  const custodian = useCustodian()
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/custodians" size="sm" w="fit-content">
        <ChevronLeft size={14} aria-hidden /> {t('back')}
      </Anchor>
      {!query.isPending && !custodian && <Unnamed id={id} />}
      <UnreadTogether>
        <QueryView query={query} what={t('reads.custodian')}>
          {() =>
            custodian ? (
              <Stack gap="lg">
                <CustodianHeader key={id} custodian={custodian} />
                <CustodianTabs custodianId={id} />
                <Part />
              </Stack>
            ) : (
              <Empty title={t('notFound')} hint={t('notFoundHint', { id })} />
            )
          }
        </QueryView>
      </UnreadTogether>
      {isForbidden(query) && <OpenWallets custodianId={id} />}
    </Stack>
  )
}

/** In the place of the name, where that cannot be read. */
function Unnamed({ id }: { readonly id: string }) {
  const { t } = useTranslation('custodians')
  const title = t('ofId', { id: shortened(id, longestId) })
  useWindowTitle(title)
  return (
    <Title order={1} size="h3">
      {title}
    </Title>
  )
}

function Part() {
  const isDeeper = useMatches().at(-1)?.routeId !== '/custodians/$custodianId'
  return isDeeper ? <Outlet /> : <CustodianOverview />
}
