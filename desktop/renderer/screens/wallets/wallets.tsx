import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { LoadFailure } from '../../parts/load-failure.tsx'
import { LoadingStopped } from '../../parts/query-view.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import grid from '../../parts/virtual-grid/virtual-grid.module.css'
import type { LoadedListing } from './listed-wallet.ts'
import { useWalletListing } from './use-wallet-listing.ts'
import { WalletsView } from './wallets-view.tsx'

type WalletsProps = {
  readonly tenantId: string
  readonly custodianId: string
  /** What is searched for at first, also among the inactive ones. */
  readonly address?: string | undefined
  /** What stands above them, as soon as it is known whose they are. */
  readonly heading?: (listing: LoadedListing | null) => ReactNode
}

/** The wallets of a custodian, or why they cannot be read. */
export function Wallets({ tenantId, custodianId, address, heading }: WalletsProps) {
  const { t } = useTranslation('wallets')
  const [isInactiveShown, showInactive] = useShowInactive(address !== undefined)
  const { query, listing, progress } = useWalletListing({ tenantId, custodianId, onlyActive: !isInactiveShown })
  return (
    <Stack gap="md">
      {heading?.(listing)}
      <LoadFailure query={query} isKept={listing !== null} what={t('reads')} />
      {listing && (
        <WalletsView
          custodianId={custodianId}
          listing={listing}
          progress={progress}
          query={query}
          isInactiveShown={isInactiveShown}
          onShowInactive={showInactive}
          address={address}
        />
      )}
      {!listing &&
        !query.error &&
        (query.fetchStatus === 'idle' ? <LoadingStopped query={query} /> : <WalletsLoading />)}
    </Stack>
  )
}

/** Of the size of what will stand there. */
function WalletsLoading() {
  const { t } = useTranslation()
  return (
    <Stack gap="sm" role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <Skeleton height={36} width={360} />
      <Skeleton className={grid.scroller ?? ''} />
    </Stack>
  )
}

let isShown = false

/** Whether inactive wallets are shown, as long as the console runs. */
function useShowInactive(isWanted: boolean): readonly [boolean, (isShown: boolean) => void] {
  const [value, setValue] = useState(isShown || isWanted)
  const set = (next: boolean) => {
    isShown = next
    setValue(next)
  }
  return [value, set]
}
