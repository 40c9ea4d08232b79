import { Anchor, Group, Stack, Title } from '@mantine/core'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { ProviderId } from '../../../../shared/providers.ts'
import { providerTitle } from '../../data/provider-title.ts'
import { useCustodian, useTenantNames } from '../../data/use-custodians.ts'
import { Fact } from '../../parts/facts.tsx'
import { NameText, nameText } from '../../parts/plain-text.tsx'
import { useWindowTitle } from '../../parts/screen-frame.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import type { LoadedListing } from './listed-wallet.ts'
import { Wallets } from './wallets.tsx'

/** The address to find, and what tells one search for it from the next. */
function useSought() {
  const { search, state } = useLocation()
  return search.address === undefined ? { visit: '' } : { address: search.address, visit: state.__TSR_key ?? '' }
}

/** The wallets of the custodian of the address; the screen around it has read which custodian that is. */
export function WalletsScreen() {
  const custodian = useCustodian()
  const { visit, ...sought } = useSought()
  if (!custodian) return null
  return (
    <Wallets key={`${custodian.id} ${visit}`} custodianId={custodian.id} tenantId={custodian.tenantId} {...sought} />
  )
}

/** The wallets of a custodian that the address names by its tenant and id, for tokens that may not list custodians. */
export function WalletsByIdScreen() {
  const { t } = useTranslation('wallets')
  const { visit, ...sought } = useSought()
  const ids = useParams({ from: '/tenants/$tenantId/custodians/$custodianId/wallets' })
  return (
    <Stack gap="md">
      <Anchor component={Link} to="/custodians" size="sm" w="fit-content">
        <ChevronLeft size={14} aria-hidden /> {t('back')}
      </Anchor>
      <Wallets
        key={`${ids.tenantId} ${ids.custodianId} ${visit}`}
        {...ids}
        {...sought}
        heading={(listing) => <Whose {...ids} listing={listing} />}
      />
    </Stack>
  )
}

function titleOf(provider: string): string {
  const known = ProviderId.safeParse(provider)
  return known.success ? providerTitle(known.data) : provider
}

type WhoseProps = {
  readonly tenantId: string
  readonly custodianId: string
  readonly listing: LoadedListing | null
}

function Whose({ tenantId, custodianId, listing }: WhoseProps) {
  const { t } = useTranslation('wallets')
  const name = listing?.custodianName ?? t('custodianOfId', { id: custodianId })
  const tenant = useTenantNames().get(tenantId)
  useWindowTitle(nameText(name))
  return (
    <Stack gap={6}>
      <Title order={1} size="h3">
        <NameText name={name} />
      </Title>
      <Group gap="lg" style={{ rowGap: 4 }}>
        <Fact name={t('provider')}>{listing ? <NameText name={titleOf(listing.custodianProvider)} /> : '…'}</Fact>
        <Fact name={t('custodianId')}>{custodianId}</Fact>
        <Fact name={t('tenant')}>
          <NameText name={tenant === undefined ? tenantId : `${tenant} (${tenantId})`} />
        </Fact>
      </Group>
    </Stack>
  )
}
