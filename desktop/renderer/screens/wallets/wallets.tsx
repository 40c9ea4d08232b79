import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Unread } from '../../parts/unread/unread.tsx'
import type { WalletListing } from './listed-wallet.ts'
import { useShowInactive } from './show-inactive.ts'
import { useWalletListing } from './use-wallet-listing.ts'
import { WalletsLoading } from './wallets-loading.tsx'
import { WalletsView } from './wallets-view.tsx'

type WalletsProps = {
  readonly tenantId: string
  readonly custodianId: string
  /** What stands above them, as soon as it is known whose they are. */
  readonly heading?: (listing: WalletListing | null) => ReactNode
}

/** The wallets of a custodian, or why they cannot be read. */
export function Wallets({ tenantId, custodianId, heading }: WalletsProps) {
  const { t } = useTranslation('wallets')
  const [isInactiveShown, showInactive] = useShowInactive()
  const { query, listing, progress } = useWalletListing({ tenantId, custodianId, onlyActive: !isInactiveShown })
  return (
    <Stack gap="md">
      {heading?.(listing)}
      <Unread query={query} isKept={listing !== null} what={t('reads')} />
      {listing && (
        <WalletsView
          listing={listing}
          progress={progress}
          query={query}
          isInactiveShown={isInactiveShown}
          onShowInactive={showInactive}
        />
      )}
      {!listing && !query.error && <WalletsLoading />}
    </Stack>
  )
}
