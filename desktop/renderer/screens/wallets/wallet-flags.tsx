import { VisuallyHidden } from '@mantine/core'
import { CircleOff, Eye, Fuel, Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ListedWallet } from './listed-wallet.ts'
import classes from './wallets.module.css'

const flags = [
  { words: 'visible', icon: Eye, isSet: ({ isVisible }: ListedWallet) => isVisible },
  { words: 'treasury', icon: Landmark, isSet: ({ isTreasuryEnabled }: ListedWallet) => isTreasuryEnabled },
  { words: 'gasStation', icon: Fuel, isSet: ({ isGasStationEnabled }: ListedWallet) => isGasStationEnabled },
  { words: 'inactive', icon: CircleOff, isSet: ({ isActive }: ListedWallet) => !isActive },
] as const

/** Each flag has a place of its own, so that a column of them can be read downwards. */
export function WalletFlags({ wallet }: { readonly wallet: ListedWallet }) {
  const { t } = useTranslation('wallets')
  return (
    <span className={classes.flags}>
      {flags.map(({ words, icon: Icon, isSet }) => (
        <span key={words} className={classes.flag} title={isSet(wallet) ? t(words) : undefined}>
          {isSet(wallet) && (
            <>
              <Icon size={15} aria-hidden />
              <VisuallyHidden>{t(words)}</VisuallyHidden>
            </>
          )}
        </span>
      ))}
    </span>
  )
}
