import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { faultOfIcon } from '../../../../shared/network-icon.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { tolerant, whereWrong } from '../../../../shared/tolerant.ts'
import { Wallet } from '../../../../shared/wallets.ts'
import type { WalletRow } from '../../../bridge/wallets.ts'
import { t } from '../../../words/words.ts'
import { type Fault, unreadableAnswer } from '../fault.ts'
import type { Bearer } from '../trpc-request.ts'
import { containsText } from '../trpc-response.ts'

const Row = tolerant(Wallet) as z.core.$ZodType<Wallet>

const wrong = (index: number, ...lines: string[]) =>
  err(unreadableAnswer(...lines.map((line) => `wallets.${index}.${line}`)))

/** Reads the bytes of one row of a listing. */
export function readWalletRow(bytes: Buffer, index: number): Result<Wallet, Fault> {
  if (!isUtf8(bytes)) return wrong(index, 'row: is not UTF-8')
  try {
    const wallet = z.safeParse(Row, JSON.parse(bytes.toString()))
    return wallet.success ? ok(wallet.data) : wrong(index, ...whereWrong(wallet.error))
  } catch {
    return wrong(index, 'row: is not JSON')
  }
}

const mostIcons = 1_000

/** The icons of one listing, each kept once. */
export type IconBook = {
  /** The index of a row's icon; `row` is that row's own index. */
  indexOf(icon: string, row: number): number
  /** Characters kept. */
  readonly size: () => number
  /** The icons that rows from `from` to before `to` were the first to have. */
  firstSeen(from: number, to: number): Record<number, string | null>
}

/** Refused icons all become one, and so do those beyond a thousand: a listing has as many as there are networks. */
export function createIconBook(): IconBook {
  const indexes = new Map<string, number>()
  const icons: { readonly icon: string | null; readonly row: number }[] = []
  let size = 0
  let refused = -1

  const add = (icon: string | null, row: number) => icons.push({ icon, row }) - 1

  const refuse = (row: number) => {
    if (refused < 0) refused = add(null, row)
    return refused
  }

  return {
    indexOf: (icon, row) => {
      const known = indexes.get(icon)
      if (known !== undefined) return known
      if (indexes.size >= mostIcons || faultOfIcon(icon) !== null) return refuse(row)
      const index = add(icon, row)
      indexes.set(icon, index)
      size += icon.length
      return index
    },
    size: () => size,
    firstSeen: (from, to) =>
      Object.fromEntries(
        icons.flatMap(({ icon, row }, index) => (row >= from && row < to ? [[index, icon] as const] : [])),
      ),
  }
}

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

const tooMuchKept = (): Fault => ({
  code: 'AnswerTooLarge',
  reasons: [t('network:response.rowsTooLarge')],
  mayBeSent: true,
})

export function createWalletBook({ most, token }: Options): WalletBook {
  const rows: WalletRow[] = []
  const icons = createIconBook()
  let kept = 0
  return {
    rows,
    icons,
    add: (bytes) => {
      const wallet = readWalletRow(bytes, rows.length)
      if (!wallet.ok) return wallet.error
      if (containsText(wallet.value, token.reveal())) return unreadableAnswer(t('network:response.hasToken'))
      const { networkIcon = '', ...row } = wallet.value
      rows.push({ ...row, icon: icons.indexOf(networkIcon, rows.length) })
      kept += bytes.length - networkIcon.length
      return kept + icons.size() > most ? tooMuchKept() : null
    },
  }
}
