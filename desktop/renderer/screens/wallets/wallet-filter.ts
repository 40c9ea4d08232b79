import { inLanguage } from '../../../words/words.ts'
import { nameText } from '../../parts/plain-text.tsx'
import type { ListedWallet } from './listed-wallet.ts'

const byFlag = {
  treasury: ({ isTreasuryEnabled }: ListedWallet) => isTreasuryEnabled,
  notTreasury: ({ isTreasuryEnabled }: ListedWallet) => !isTreasuryEnabled,
  gasStation: ({ isGasStationEnabled }: ListedWallet) => isGasStationEnabled,
  visible: ({ isVisible }: ListedWallet) => isVisible,
  notVisible: ({ isVisible }: ListedWallet) => !isVisible,
} as const

const byLabel = {
  labelled: ({ label }: ListedWallet) => Boolean(label?.trim()),
  unlabelled: ({ label }: ListedWallet) => !label?.trim(),
} as const

export type WalletFlag = keyof typeof byFlag
export type WalletLabelling = keyof typeof byLabel
export const walletFlags = Object.keys(byFlag) as readonly WalletFlag[]
export const walletLabellings = Object.keys(byLabel) as readonly WalletLabelling[]

/** Which wallets of a listing are shown; null and an empty text for all. */
export type WalletFilter = {
  readonly text: string
  readonly blockchainId: string | null
  readonly labelling: WalletLabelling | null
  readonly flag: WalletFlag | null
}

export const everyWallet: WalletFilter = { text: '', blockchainId: null, labelling: null, flag: null }

/** By how many things it filters, next to its text. */
export const countNarrowings = ({ blockchainId, labelling, flag }: WalletFilter): number =>
  [blockchainId, labelling, flag].filter((each) => each !== null).length

/** Places of wallets in the listing, in the order in which they are shown. */
type Order = Uint32Array<ArrayBuffer>
type Sorting = { readonly order: Order; readonly isDescending: boolean }

/** Places of the wallets that fit, in order; the text is looked for in address, network, ID and label, in any case. */
export function shownWallets(wallets: readonly ListedWallet[], filter: WalletFilter, sorting: Sorting): Order {
  const fits = fitOf(filter)
  const found = fits ? sorting.order.filter((place) => fits(wallets[place] as ListedWallet)) : sorting.order
  return sorting.isDescending ? found.toReversed() : found
}

type Fit = (wallet: ListedWallet) => boolean

/** null where every wallet fits. */
function fitOf({ text, blockchainId, labelling, flag }: WalletFilter): Fit | null {
  const folded = text.trim().toLowerCase()
  const fits: Fit[] = []
  if (blockchainId !== null) fits.push((wallet) => wallet.blockchainId === blockchainId)
  if (labelling) fits.push(byLabel[labelling])
  if (flag) fits.push(byFlag[flag])
  if (folded) fits.push(({ searchText }) => searchText.includes(folded))
  return fits.length === 0 ? null : (wallet) => fits.every((each) => each(wallet))
}

type Choice = { readonly value: string; readonly label: string }

const names = inLanguage((language) => new Intl.Collator(language))

/** The networks of the wallets by name, and the chosen one also where none of them is on it. */
export function networkChoices(wallets: readonly ListedWallet[], chosen: string | null): Choice[] {
  const found = new Map<string, string>()
  for (const { blockchainId, network } of wallets) if (!found.has(blockchainId)) found.set(blockchainId, network)
  if (chosen !== null && !found.has(chosen)) found.set(chosen, chosen)
  const choices = Array.from(found, ([value, network]) => ({ value, label: nameText(network) }))
  return choices.sort((a, b) => names().compare(a.label, b.label))
}
