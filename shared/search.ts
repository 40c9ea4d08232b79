import { z } from 'zod'
import { AuditRecord } from './audit.ts'
import { operation } from './operation.ts'
import { Id, LimitInput, requiredOr } from './primitives.ts'
import { ProviderId } from './providers.ts'
import { Rotation } from './rotations.ts'
import { TokenState } from './token-administration.ts'

/** What is looked for, in the order in which it is answered. */
export const SearchKind = z.enum([
  'custodians',
  'wallets',
  'tenants',
  'tokens',
  'webhooks',
  'rotations',
  'auditRecords',
])
export type SearchKind = z.infer<typeof SearchKind>

const id = Id.describe('identifier')
const tenantId = Id.describe('tenant it belongs to')

export const SearchResults = z
  .strictObject({
    custodians: z.array(z.strictObject({ id, name: z.string(), tenantId, provider: ProviderId })),
    wallets: z.array(
      z.strictObject({
        id,
        custodianId: Id.describe('custodian of the wallet'),
        custodianName: z.string().describe('its name'),
        tenantId,
        network: z.string().describe('network name'),
        address: z.string().describe('wallet address on the network'),
        label: z.string().nullable().describe('`label` in its metadata; null if there is none'),
      }),
    ),
    tenants: z.array(z.strictObject({ id, name: z.string() })),
    tokens: z
      .array(
        z.strictObject({
          id,
          name: z.string(),
          tenantId: Id.nullable().describe('null for the platform'),
          state: TokenState,
        }),
      )
      .describe('operator tokens'),
    webhooks: z.array(
      z.strictObject({
        id,
        name: z.string(),
        url: z.string().describe('where events are posted'),
        disabled: z.boolean().describe('whether events are not sent'),
      }),
    ),
    rotations: z.array(Rotation),
    auditRecords: z.array(AuditRecord).describe('newest first'),
    searched: z.array(SearchKind).describe('what the operator token may read, and was searched'),
    more: z.array(SearchKind).describe('of what there is more than `limit`'),
  })
  .meta({ id: 'SearchResults' })
export type SearchResults = z.infer<typeof SearchResults>

const queryRule = 'must be 1 to 200 characters of text without control characters'

const isQuery = (text: string): boolean => {
  const trimmed = text.trim()
  return trimmed !== '' && trimmed.length <= 200 && text.isWellFormed() && !/\p{Cc}/u.test(text)
}

export const Search = z.strictObject({
  query: z
    .string({ error: requiredOr(queryRule) })
    .refine(isQuery, queryRule)
    .describe(
      'how an address begins, parts of a name, label or URL, an ID of an object, or the ID of a rotation, check or request',
    ),
  limit: LimitInput(50).default(10).describe('maximum number of each kind'),
})

export const searchOperation = operation({
  kind: 'query',
  permission: null,
  input: Search,
  output: SearchResults,
  rest: {
    method: 'GET',
    path: '/platform/admin/search',
    summary: 'Search everything',
    description:
      'Finds custodians, tenants and operator tokens by ID or name, wallets by ID, address or label, webhooks by ID, name ' +
      'or URL, rotations by ID, and audit records by the ID of a rotation, check or request; as far as the operator token may read each kind. ' +
      'An address is found by its beginning, in any case. A name, label or URL is found by parts of it, in any case and order: ' +
      'parts of at least three characters stand anywhere in it, shorter ones must begin it. ' +
      'Names that begin with the query come first.',
    answer: 'what was found, by kind',
    failures: [],
    example: {
      custodians: [],
      wallets: [
        {
          id: '1001' as Id,
          custodianId: '42' as Id,
          custodianName: 'Cold storage',
          tenantId: '7' as Id,
          network: 'Ethereum',
          address: '0x00000000000000000000000000000000000000a1',
          label: 'Vault, Zurich',
        },
      ],
      tenants: [],
      tokens: [],
      webhooks: [],
      rotations: [],
      auditRecords: [],
      searched: ['custodians', 'wallets', 'rotations'],
      more: [],
    },
  },
})
