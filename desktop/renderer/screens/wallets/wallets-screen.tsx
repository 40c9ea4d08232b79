import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { failureIn } from '../../failure.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { useCustodian } from '../custodians/use-custodian.ts'
import { useShowInactive } from './show-inactive.ts'
import { useWalletListing } from './use-wallet-listing.ts'
import { WalletsLoading } from './wallets-loading.tsx'
import { WalletsView } from './wallets-view.tsx'

/** The wallets of the custodian of the address; the screen around it has read which custodian that is. */
export function WalletsScreen() {
  const custodian = useCustodian()
  if (!custodian) return null
  return <Wallets key={custodian.id} custodianId={custodian.id} tenantId={custodian.tenantId} />
}

type WalletsProps = { readonly tenantId: string; readonly custodianId: string }

function Wallets({ tenantId, custodianId }: WalletsProps) {
  const { t } = useTranslation()
  const [isInactiveShown, showInactive] = useShowInactive()
  const { query, listing, progress } = useWalletListing({ tenantId, custodianId, onlyActive: !isInactiveShown })
  const { error, refetch } = query
  return (
    <Stack gap="md">
      {error && <FailureNotice failure={failureIn(error)} onRetry={() => void refetch()} />}
      {error && listing && <Text size="sm">{t('stale')}</Text>}
      {listing && (
        <WalletsView
          listing={listing}
          progress={progress}
          query={query}
          isInactiveShown={isInactiveShown}
          onShowInactive={showInactive}
        />
      )}
      {!listing && !error && <WalletsLoading />}
    </Stack>
  )
}
