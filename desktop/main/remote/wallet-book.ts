import type { WalletRow } from '../../bridge/wallets.ts'
import { type Fault, unreadable } from './fault.ts'
import { createIconBook, type IconBook } from './icon-book.ts'
import { repeats } from './repeats.ts'
import type { Bearer } from './trpc-request.ts'
import { readWalletRow } from './wallet-row.ts'

/** What is kept of a listing: its rows, and each of its icons once. */
export type WalletBook = {
  readonly rows: readonly WalletRow[]
  readonly icons: IconBook
  /** Adds the row that these bytes are. */
  add(bytes: Buffer): Fault | null
}

type Options = {
  /** Bytes of rows and icons together. */
  readonly most: number
  /** Must not be in any row. */
  readonly token: Bearer
}

const tooMuchKept: Fault = { code: 'AnswerTooLarge', reasons: ['its rows alone are larger'], mayBeSent: true }

export function createWalletBook({ most, token }: Options): WalletBook {
  const rows: WalletRow[] = []
  const icons = createIconBook()
  let kept = 0
  return {
    rows,
    icons,
    add: (bytes) => {
      const wallet = readWalletRow(bytes, rows.length)
      if (!wallet.ok) return wallet.fault
      if (repeats(wallet.value, token.reveal())) return unreadable('the answer repeats the operator token')
      const { networkIcon = '', ...row } = wallet.value
      rows.push({ ...row, icon: icons.indexOf(networkIcon, rows.length) })
      kept += bytes.length - networkIcon.length
      return kept + icons.size() > most ? tooMuchKept : null
    },
  }
}
