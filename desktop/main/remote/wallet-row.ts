import { isUtf8 } from 'node:buffer'
import type { z } from 'zod'
import { Wallet } from '../../../shared/wallets.ts'
import { faulty, fine, type Outcome, unreadable } from './fault.ts'
import { tolerant, whereWrong } from './tolerant.ts'

const Row = tolerant(Wallet) as z.ZodType<Wallet>

const wrong = (index: number, ...lines: string[]) =>
  faulty(unreadable(...lines.map((line) => `wallets.${index}.${line}`)))

/** Reads the bytes of one row of a listing. */
export function readWalletRow(bytes: Buffer, index: number): Outcome<Wallet> {
  if (!isUtf8(bytes)) return wrong(index, 'row: is not UTF-8')
  try {
    const wallet = Row.safeParse(JSON.parse(bytes.toString()))
    return wallet.success ? fine(wallet.data) : wrong(index, ...whereWrong(wallet.error))
  } catch {
    return wrong(index, 'row: is not JSON')
  }
}
