import { z } from 'zod'
import { platformRows } from './administered.ts'
import { AddressInput, changeInput, itemMembers, LabelInput, NewIdInput, VersionInput } from './administered-members.ts'
import { Id, IdInput } from './primitives.ts'

export const ReserveAccount = z
  .strictObject({
    id: Id.describe('identifier of the reserve account'),
    blockchainId: Id.describe('identifier of the blockchain network'),
    address: z.string().describe('address on the network'),
    name: z.string(),
    ...itemMembers,
  })
  .meta({ id: 'ReserveAccount' })
export type ReserveAccount = z.infer<typeof ReserveAccount>

const NamedReserveAccount = z.strictObject({ reserveAccountId: IdInput.describe('identifier of the reserve account') })
const VersionedReserveAccount = NamedReserveAccount.extend({ version: VersionInput })
const blockchainId = IdInput.describe('identifier of the blockchain network')
const address = AddressInput.describe('address on the network')
const name = LabelInput(200).describe('name of the reserve account')

const subject = {
  noun: 'reserve account',
  one: 'a reserve account',
  collection: '/platform/admin/reserve_accounts',
  path: '/platform/admin/reserve_accounts/{reserveAccountId}',
  reads: 'reserves:read',
  writes: 'reserves:write',
  platformOnly: 'all',
  item: ReserveAccount,
  named: NamedReserveAccount,
  create: z.strictObject({ id: NewIdInput, blockchainId, address, name }).meta({ id: 'CreateReserveAccount' }),
  update: changeInput(
    VersionedReserveAccount.extend({
      blockchainId: blockchainId.optional(),
      address: address.optional(),
      name: name.optional(),
    }),
  ).meta({ id: 'UpdateReserveAccount' }),
  versioned: VersionedReserveAccount,
  example: {
    id: '5' as Id,
    blockchainId: '1' as Id,
    address: '0x00000000000000000000000000000000000000c3',
    name: 'Cold reserve',
    version: 1,
    disabled: false,
    disabledAt: null,
  },
  createExample: { blockchainId: '1', address: '0x00000000000000000000000000000000000000c3', name: 'Cold reserve' },
  updateExample: { name: 'Cold reserve, Zurich' },
  createFailures: ['NotFound', 'Disabled'],
  updateFailures: ['AlreadyExists', 'Disabled', 'InUse'],
} as const

export const reserveAccountOperations = platformRows(subject, {
  several: 'reserve accounts',
  disable:
    'From then on imports of new reserve transactions that name it are refused, and it cannot be changed. What is stored ' +
    'stays as it is, and reports show it.',
  enable: 'It can be changed, and its reserve transactions imported, again.',
})
