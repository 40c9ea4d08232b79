import { Drawer, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../../parts/copy-button.tsx'
import { NetworkName } from '../../parts/network-name.tsx'
import { PlainText } from '../../parts/plain-text.tsx'
import { useTranslation } from '../../parts/use-translation.ts'
import { shortened } from '../../parts/visible-text.ts'
import type { ListedWallet } from './listed-wallet.ts'
import { MetadataView } from './metadata-view.tsx'
import { WalletEdit } from './wallet-edit.tsx'
import classes from './wallets.module.css'

type WalletDrawerProps = { readonly wallet: ListedWallet | null; readonly onClose: () => void }

/** All of one wallet; the focus goes back to its row when it is closed. */
export function WalletDrawer({ wallet, onClose }: WalletDrawerProps) {
  const { t } = useTranslation('wallets')
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
          <WalletEdit key={wallet.walletId} walletId={wallet.walletId} />
          <MetadataView json={wallet.metadataJson} />
        </Stack>
      )}
    </Drawer>
  )
}

const longest = 1_000

function Copied({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <span className={classes.field}>
      <span className={classes.exact}>
        <PlainText text={shortened(text, longest)} />
      </span>
      <CopyButton text={text} what={what} />
    </span>
  )
}

/** Every field of a wallet but its metadata. */
function WalletFields({ wallet }: { readonly wallet: ListedWallet }) {
  const { t } = useTranslation('wallets')
  const said = (isSet: boolean) => t(isSet ? 'yes' : 'no')
  const fields: readonly (readonly [string, ReactNode])[] = [
    [t('network'), <NetworkName key="network" {...wallet} />],
    [t('blockchainId'), <Copied key="blockchain" text={wallet.blockchainId} what={t('blockchainId')} />],
    [t('address'), <Copied key="address" text={wallet.address} what={t('address')} />],
    [t('walletId'), <Copied key="wallet" text={wallet.walletId} what={t('walletId')} />],
    [t('tenant'), <Copied key="tenant" text={wallet.walletTenantId} what={t('tenant')} />],
    [t('active'), said(wallet.isActive)],
    [t('visible'), said(wallet.isVisible)],
    [t('treasury'), said(wallet.isTreasuryEnabled)],
    [t('gasStation'), said(wallet.isGasStationEnabled)],
  ]
  return (
    <dl className={classes.fields}>
      {fields.map(([name, value]) => (
        <div key={name} className={classes.fieldRow}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
