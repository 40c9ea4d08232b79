import { z } from 'zod'
import { ListWallets, type Wallet } from '../../shared/wallets.ts'

/** Opens a listing, or asks for what follows in one that is open. */
export const WalletsRequest = z.union([
  ListWallets,
  z.strictObject({ listingId: z.uuid(), from: z.int().min(0).describe('index of the first row wanted') }),
])
export type WalletsRequest = z.input<typeof WalletsRequest>

/** A wallet without its icon, which is the same for all wallets of a network. */
export type WalletRow = Omit<Wallet, 'networkIcon'> & {
  /** Index in `icons`. */
  readonly icon: number
}

/** A run of rows in the order of the server. */
export type WalletSlice = {
  readonly listingId: string
  readonly custodianName: string
  readonly custodianProvider: string
  readonly from: number
  readonly rows: readonly WalletRow[]
  /** Safe image data URIs, or null for an icon that was refused; those not sent with an earlier slice. */
  readonly icons: Readonly<Record<number, string | null>>
  /** Rows in all as far as is known. */
  readonly total: number
  readonly isLast: boolean
}
