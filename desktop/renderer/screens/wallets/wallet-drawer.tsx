import { Drawer, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ListedWallet } from './listed-wallet.ts'
import { MetadataView } from './metadata-view.tsx'
import { WalletFields } from './wallet-fields.tsx'

type WalletDrawerProps = { readonly wallet: ListedWallet | null; readonly onClose: () => void }

/** All of one wallet; the focus goes back to its row when it is closed. */
export function WalletDrawer({ wallet, onClose }: WalletDrawerProps) {
  const { t } = useTranslation(['wallets', 'common'])
  return (
    <Drawer
      opened={wallet !== null}
      onClose={onClose}
      position="right"
      size="min(560px, 100vw)"
      title={wallet && <Text fw={600}>{t('wallets:drawer', { id: wallet.walletId })}</Text>}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {wallet && (
        <Stack gap="lg">
          <WalletFields wallet={wallet} />
          <MetadataView json={wallet.metadataJson} />
        </Stack>
      )}
    </Drawer>
  )
}
