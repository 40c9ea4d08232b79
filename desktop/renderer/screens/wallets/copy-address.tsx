import { useState } from 'react'
import { copyText } from '../../parts/copy-text.ts'
import classes from './wallets.module.css'

/** Milliseconds for which the button says that it was done. */
const told = 1500

type CopyAddressProps = {
  readonly address: string
  readonly labels: { readonly copy: string; readonly copied: string }
  /** Names it to a screen reader. */
  readonly what: string
}

/** Like CopyButton, but as light as a row that comes and goes while the grid is scrolled has to be. */
export function CopyAddress({ address, labels, what }: CopyAddressProps) {
  const [state, setState] = useState<'copy' | 'copied'>('copy')
  const copy = async () => {
    if (!(await copyText(address, what))) return
    setState('copied')
    setTimeout(setState, told, 'copy')
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.copy}
      data-state={state}
      title={labels[state]}
      aria-label={`${labels[state]}: ${what}`}
      onClick={() => void copy()}
    />
  )
}
