import { CircleOff, Eye, Fuel, Landmark } from 'lucide-react'
import type { ListedWallet } from './listed-wallet.ts'
import classes from './wallets.module.css'

const flags = [
  { name: 'visible', icon: <Eye size={15} aria-hidden />, isSet: ({ isVisible }: ListedWallet) => isVisible },
  {
    name: 'treasury',
    icon: <Landmark size={15} aria-hidden />,
    isSet: ({ isTreasuryEnabled }: ListedWallet) => isTreasuryEnabled,
  },
  {
    name: 'gasStation',
    icon: <Fuel size={15} aria-hidden />,
    isSet: ({ isGasStationEnabled }: ListedWallet) => isGasStationEnabled,
  },
  { name: 'inactive', icon: <CircleOff size={15} aria-hidden />, isSet: ({ isActive }: ListedWallet) => !isActive },
] as const

type FlagName = (typeof flags)[number]['name']
type WalletFlagsProps = { readonly wallet: ListedWallet; readonly t: (name: FlagName) => string }

/** Each flag has a place of its own, so that a column of them can be read downwards. */
export function WalletFlags({ wallet, t }: WalletFlagsProps) {
  return (
    <span className={classes.flags}>
      {flags.map(({ name, icon, isSet }) =>
        isSet(wallet) ? (
          <span key={name} className={classes.flag} title={t(name)}>
            {icon}
            <span className={classes.spoken}>{t(name)}</span>
          </span>
        ) : (
          <span key={name} className={classes.flag} />
        ),
      )}
    </span>
  )
}
