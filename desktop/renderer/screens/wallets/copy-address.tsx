import { useTimeout } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../../bridge.ts'
import type { ListedWallet } from './listed-wallet.ts'
import classes from './wallets.module.css'

/** Milliseconds for which the button says that it was done. */
const told = 1500

/** Like CopyButton, but as light as a row that comes and goes while the grid is scrolled has to be. */
export function CopyAddress({ address, walletId }: Pick<ListedWallet, 'address' | 'walletId'>) {
  const { t } = useTranslation(['wallets', 'common'])
  const [isCopied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), told)
  const copy = async () => {
    const { ok } = await bridge.copy({ text: address })
    setCopied(ok)
    start()
  }
  const Mark = isCopied ? Check : Copy
  const label = `${isCopied ? t('common:copied') : t('common:copy')}: ${t('wallets:addressOf', { id: walletId })}`
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.copy}
      title={t('common:copy')}
      aria-label={label}
      onClick={() => void copy()}
    >
      <Mark size={14} aria-hidden />
    </button>
  )
}
