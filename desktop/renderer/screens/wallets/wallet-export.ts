import { csvRecord } from '../../../../shared/csv.ts'
import type { ListedWallet } from './listed-wallet.ts'

/** New ones come last, where they do not move the others. */
const columns = [
  ...(['walletTenantId', 'walletId', 'blockchainId', 'network', 'address', 'label'] as const),
  ...(['isVisible', 'isActive', 'isTreasuryEnabled', 'isGasStationEnabled', 'metadataJson'] as const),
] as const

/** How a wallet is written as a line, and the line that comes first. */
type LineFormat = { readonly head: string; readonly lineOf: (wallet: ListedWallet) => string }

export const walletFormats = {
  csv: {
    head: `${csvRecord(columns)}\r\n`,
    lineOf: (wallet) => `${csvRecord(columns.map((column) => `${wallet[column] ?? ''}`))}\r\n`,
  },
  ndjson: {
    head: '',
    lineOf: (wallet) => `${JSON.stringify(Object.fromEntries(columns.map((column) => [column, wallet[column]])))}\n`,
  },
} as const satisfies Record<string, LineFormat>

/** Characters that main writes into one file. */
const mostCharacters = 64 * 1024 * 1024
/** Milliseconds of work at a time; the page paints and takes input in between. */
const stretch = 12

const pause = () => new Promise((resolve) => setTimeout(resolve))

/** The wallets as text, made in short stretches; null where it is longer than one file can be. */
export async function walletsText(
  wallets: Iterable<ListedWallet>,
  { head, lineOf }: LineFormat,
  most = mostCharacters,
): Promise<string | null> {
  const lines = [head]
  let length = head.length
  let began = performance.now()
  for (const wallet of wallets) {
    const line = lineOf(wallet)
    length += line.length
    if (length > most) return null
    lines.push(line)
    if (performance.now() - began < stretch) continue
    await pause()
    began = performance.now()
  }
  return lines.join('')
}
