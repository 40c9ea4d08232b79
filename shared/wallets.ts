import { z } from 'zod'
import { getRow, updateRow } from './administered.ts'
import { changeInput, LabelInput, VersionInput, versionMember } from './administered-members.ts'
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

/** A wallet with what administrators set of it. */
export const AdministeredWallet = z
  .strictObject({
    id: Id.describe('wallet identifier'),
    tenantId: Id.describe('tenant that owns the wallet'),
    custodianId: Id.describe('custodian of the wallet'),
    blockchainId: Id.describe('identifier of the blockchain network'),
    network: z.string().describe('network name'),
    address: z.string().describe('wallet address on the network'),
    label: z.string().nullable().describe('`label` in its metadata; null if there is none'),
    metadataJson: Wallet.shape.metadataJson,
    isVisible: Wallet.shape.isVisible,
    isActive: Wallet.shape.isActive,
    isTreasuryEnabled: Wallet.shape.isTreasuryEnabled,
    isGasStationEnabled: Wallet.shape.isGasStationEnabled,
    ...versionMember,
  })
  .meta({ id: 'AdministeredWallet' })
export type AdministeredWallet = z.infer<typeof AdministeredWallet>

const NamedWallet = z.strictObject({ walletId: IdInput.describe('wallet identifier') })

const subject = {
  noun: 'wallet',
  one: 'a wallet',
  path: '/platform/admin/wallets/{walletId}',
  reads: 'wallets:read',
  writes: 'wallets:write',
  platformOnly: 'nothing',
  item: AdministeredWallet,
  named: NamedWallet,
  update: changeInput(
    NamedWallet.extend({
      version: VersionInput,
      label: LabelInput(200).nullable().optional().describe('`label` in its metadata; null removes it'),
      isTreasuryEnabled: BooleanInput.optional().describe('treasury use enabled'),
    }),
  ).meta({ id: 'UpdateWallet' }),
  updateExample: { label: 'Vault, Zurich', isTreasuryEnabled: true },
  updateFailures: ['Disabled'],
  example: {
    id: '1001' as Id,
    tenantId: '7' as Id,
    custodianId: '42' as Id,
    blockchainId: '1' as Id,
    network: 'Ethereum',
    address: '0x00000000000000000000000000000000000000a1',
    label: 'Vault, Zurich',
    metadataJson: '{"label":"Vault, Zurich"}',
    isVisible: true,
    isActive: true,
    isTreasuryEnabled: true,
    isGasStationEnabled: false,
    version: 2,
  },
} as const

/** Wallets come from imports; what is local of them can be changed. */
export const walletOperations = { get: getRow(subject), update: updateRow(subject) }
