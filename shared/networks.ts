import { z } from 'zod'
import { platformRows } from './administered.ts'
import { changeInput, itemMembers, LabelInput, NewIdInput, VersionInput } from './administered-members.ts'
import { faultOfIcon } from './network-icon.ts'
import { Id, IdInput } from './primitives.ts'

export const AdministeredNetwork = z
  .strictObject({
    id: Id.describe('identifier of the blockchain network'),
    name: z.string().describe('network name, unique'),
    icon: z.string().describe('icon as a data URI (base64 image)'),
    ...itemMembers,
  })
  .meta({ id: 'Network' })
export type AdministeredNetwork = z.infer<typeof AdministeredNetwork>

const NamedNetwork = z.strictObject({ blockchainId: IdInput.describe('identifier of the blockchain network') })
const VersionedNetwork = NamedNetwork.extend({ version: VersionInput })
const name = LabelInput(100).describe('network name, unique')
const icon = z
  .string('must be text or null')
  .check(({ value, issues }) => {
    const fault = faultOfIcon(value)
    if (fault) issues.push({ code: 'custom', message: fault, input: '' })
  })
  .nullable()
  .optional()
  .describe('icon as a base64 data URI of a PNG, SVG or WebP image; null is the built-in one of its name')

const subject = {
  noun: 'network',
  one: 'a network',
  collection: '/platform/admin/networks',
  path: '/platform/admin/networks/{blockchainId}',
  reads: 'reserves:read',
  writes: 'reserves:write',
  platformOnly: 'all',
  item: AdministeredNetwork,
  named: NamedNetwork,
  create: z.strictObject({ id: NewIdInput, name, icon }).meta({ id: 'CreateNetwork' }),
  update: changeInput(VersionedNetwork.extend({ name: name.optional(), icon })).meta({ id: 'UpdateNetwork' }),
  versioned: VersionedNetwork,
  example: {
    id: '1' as Id,
    name: 'Ethereum',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    version: 1,
    disabled: false,
    disabledAt: null,
  },
  createExample: { name: 'Ethereum' },
  updateExample: { name: 'Ethereum Mainnet' },
  createFailures: [],
  updateFailures: ['AlreadyExists', 'Disabled'],
} as const

export const networkOperations = platformRows(subject, {
  several: 'networks',
  disable:
    'From then on nothing new is stored on it: imported reserve transactions, tokens, reserve accounts and wallets are ' +
    'refused, and it cannot be changed. What is stored stays as it is, and reports show it.',
  enable: 'It can be changed and imported to again.',
})
