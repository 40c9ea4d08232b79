import { Anchor, Stack, Title } from '@mantine/core'
import { Link, Outlet, useMatches } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { isForbidden, useCustodian, useCustodianId, useCustodians } from '../../data/use-custodians.ts'
import { Empty } from '../../parts/empty.tsx'
import { LinkTabs, tabClass } from '../../parts/link-tabs.tsx'
import { SharedLoadFailures } from '../../parts/load-failure.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { useWindowTitle } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { shortened } from '../../parts/visible-text.ts'
import { useMay } from '../../session/session.ts'
import { CustodianHeader } from './custodian-header.tsx'
import { CustodianOverview } from './custodian-overview.tsx'
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
    <Stack gap={4}>
      <Anchor component={Link} to="/custodians" size="xs" w="fit-content">
        <ChevronLeft size={14} aria-hidden /> {t('back')}
      </Anchor>
      {!query.isPending && !custodian && <Unnamed id={id} />}
      <SharedLoadFailures>
        <QueryView query={query} what={t('reads.custodian')}>
          {() =>
            custodian ? (
              <Stack gap="xs">
                <CustodianHeader key={id} custodian={custodian} />
                <CustodianTabs custodianId={id} />
                <Part />
              </Stack>
            ) : (
              <Empty title={t('notFound')} hint={t('notFoundHint', { id })} />
            )
          }
        </QueryView>
      </SharedLoadFailures>
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
    <Title order={1} size="h3" mb="sm">
      {title}
    </Title>
  )
}

function Part() {
  const isDeeper = useMatches().at(-1)?.routeId !== '/custodians/$custodianId'
  return isDeeper ? <Outlet /> : <CustodianOverview />
}

const parts = [
  { to: '/custodians/$custodianId', words: 'overview' },
  { to: '/custodians/$custodianId/rotate', words: 'rotate' },
  { to: '/custodians/$custodianId/wallets', words: 'wallets' },
  { to: '/custodians/$custodianId/history', words: 'history' },
  { to: '/custodians/$custodianId/settings', words: 'settings' },
] as const

/** The parts of a custodian; each has an address of its own, so these are links. */
export function CustodianTabs({ custodianId }: { readonly custodianId: string }) {
  const { t } = useTranslation('custodians')
  const mayWrite = useMay('custodians:write') === true
  return (
    <LinkTabs label={t('tabs.label')}>
      {parts.map(
        ({ to, words }) =>
          (mayWrite || words !== 'settings') && (
            <Link key={to} to={to} params={{ custodianId }} activeOptions={{ exact: true }} className={tabClass}>
              {t(`tabs.${words}`)}
            </Link>
          ),
      )}
    </LinkTabs>
  )
}
