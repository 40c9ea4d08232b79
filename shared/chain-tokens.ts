import { z } from 'zod'
import { platformRows } from './administered.ts'
import { AddressInput, changeInput, itemMembers, LabelInput, NewIdInput, VersionInput } from './administered-members.ts'
import { Id, IdInput } from './primitives.ts'

/** A token of a blockchain network, whose reserves are reported; not one of an operator. */
export const ChainToken = z
  .strictObject({
    id: Id.describe('identifier of the token'),
    symbol: z.string().describe('symbol of the token; not unique'),
    blockchainId: Id.describe('identifier of the blockchain network'),
    contractAddress: z.string().nullable().describe('contract of the token; null for a native coin'),
    decimals: z.int().min(0).max(255).describe('decimals of its amounts'),
    ...itemMembers,
  })
  .meta({ id: 'ChainToken' })
export type ChainToken = z.infer<typeof ChainToken>

const NamedChainToken = z.strictObject({ chainTokenId: IdInput.describe('identifier of the token') })
const VersionedChainToken = NamedChainToken.extend({ version: VersionInput })
const symbol = LabelInput(50).describe('symbol of the token')
const blockchainId = IdInput.describe('identifier of the blockchain network')
const contractAddress = AddressInput.nullable().optional().describe('contract of the token; null for a native coin')
const decimalsRule = 'must be a whole number from 0 to 255'
const decimals = z
  .preprocess(
    (raw) => (typeof raw === 'bigint' ? Number(raw) : raw),
    z.int(decimalsRule).min(0, decimalsRule).max(255, decimalsRule),
  )
  .describe('decimals of its amounts') as unknown as z.ZodType<number, number>

const subject = {
  noun: 'chain token',
  one: 'a token of a network',
  collection: '/platform/admin/chain_tokens',
  path: '/platform/admin/chain_tokens/{chainTokenId}',
  reads: 'reserves:read',
  writes: 'reserves:write',
  platformOnly: 'all',
  item: ChainToken,
  named: NamedChainToken,
  create: z
    .strictObject({ id: NewIdInput, symbol, blockchainId, contractAddress, decimals })
    .meta({ id: 'CreateChainToken' }),
  update: changeInput(
    VersionedChainToken.extend({
      symbol: symbol.optional(),
      blockchainId: blockchainId.optional(),
      contractAddress,
      decimals: decimals.optional(),
    }),
  ).meta({ id: 'UpdateChainToken' }),
  versioned: VersionedChainToken,
  example: {
    id: '3' as Id,
    symbol: 'USDX',
    blockchainId: '1' as Id,
    contractAddress: '0x00000000000000000000000000000000000000b2',
    decimals: 18,
    version: 1,
    disabled: false,
    disabledAt: null,
  },
  createExample: {
    symbol: 'USDX',
    blockchainId: '1',
    contractAddress: '0x00000000000000000000000000000000000000b2',
    decimals: 18,
  },
  updateExample: { symbol: 'USDX.e' },
  createFailures: ['NotFound', 'Disabled'],
  updateFailures: ['AlreadyExists', 'Disabled', 'InUse'],
} as const

export const chainTokenOperations = platformRows(subject, {
  several: 'tokens of networks',
  disable:
    'From then on imports of new reserve transactions of it are refused, and it cannot be changed. What is stored stays as ' +
    'it is, and reports show it.',
  enable: 'It can be changed, and its reserve transactions imported, again.',
})
