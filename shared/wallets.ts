import { z } from 'zod'
import { NextCursor, pageInput } from './paging.ts'
import { BooleanInput, Id, IdInput } from './primitives.ts'

export const Wallet = z
  .strictObject({
    walletTenantId: Id.describe('tenant that owns the wallet'),
    walletId: Id.describe('wallet identifier'),
    metadataJson: z.string().describe('metadata as JSON text'),
    blockchainId: Id.describe('identifier of the blockchain network'),
    network: z.string().describe('network name'),
    networkIcon: z
      .string()
      .optional()
      .describe('network icon as a data URI (base64 image); left out when the request says icons=false'),
    address: z.string().describe('wallet address on the network'),
    isVisible: z.boolean().describe('wallet visibility flag'),
    isActive: z.boolean().describe('whether the wallet is active'),
    isTreasuryEnabled: z.boolean().describe('treasury use enabled'),
    isGasStationEnabled: z.boolean().describe('gas station use enabled'),
  })
  .meta({ id: 'Wallet' })
export type Wallet = z.infer<typeof Wallet>

/** Custodian wallet listing. */
export const WalletListing = z
  .strictObject({
    custodianId: Id.describe('custodian identifier'),
    custodianName: z.string().describe('custodian name'),
    custodianProvider: z.string().describe('name of the external provider'),
    wallets: z.array(Wallet).describe('wallets of the custodian, by walletId'),
  })
  .meta({ id: 'WalletListing' })
export type WalletListing = z.infer<typeof WalletListing>

/** The listing with one page of its wallets. */
export const WalletsPage = WalletListing.extend({ nextCursor: NextCursor })
export type WalletsPage = z.infer<typeof WalletsPage>

export const ListWallets = z.strictObject({
  tenantId: IdInput.describe('tenant whose custodian wallets are requested'),
  custodianId: IdInput.describe('custodian whose wallets are returned'),
  onlyActive: BooleanInput.default(true).describe(
    'when true, inactive wallets are excluded, when false they are included',
  ),
  icons: BooleanInput.optional().meta({
    description: 'when false, networkIcon is left out of every wallet, which makes the answer several times shorter',
    default: true,
  }),
})
export const ListWalletsPage = ListWallets.extend(pageInput)
export type ListWallets = z.infer<typeof ListWallets>
