import type { ListedWallet } from './listed-wallet.ts'
import classes from './wallets.module.css'

const flags = [
  { name: 'visible', isSet: ({ isVisible }: ListedWallet) => isVisible },
  { name: 'treasury', isSet: ({ isTreasuryEnabled }: ListedWallet) => isTreasuryEnabled },
  { name: 'gasStation', isSet: ({ isGasStationEnabled }: ListedWallet) => isGasStationEnabled },
  { name: 'inactive', isSet: ({ isActive }: ListedWallet) => !isActive },
] as const

type FlagName = (typeof flags)[number]['name']
type WalletFlagsProps = { readonly wallet: ListedWallet; readonly t: (name: FlagName) => string }

/** Each flag has a place of its own, so that a column of them can be read downwards. Drawn as its icon; the text is heard. */
export function WalletFlags({ wallet, t }: WalletFlagsProps) {
  return (
    <span className={classes.flags}>
      {flags.map(({ name, isSet }) => (
        <span key={name} data-flag={name} hidden={!isSet(wallet)} className={classes.flag} title={t(name)}>
          {isSet(wallet) && t(name)}
        </span>
      ))}
    </span>
  )
}
