import { z } from 'zod'
import { LabelInput, VersionInput, versionMember } from './administered-members.ts'
import { operation } from './operation.ts'
import { largestPage, pageInput, pageOf } from './paging.ts'
import { Permission } from './permissions.ts'
import { Id, IdInput, LimitInput, MomentInput, requiredOr, Timestamp } from './primitives.ts'
import { Role } from './roles.ts'
import { tokenOriginMember } from './session.ts'

/** How long a token that is created or changed through the API is valid at most, and unless stated. */
export const longestTokenDays = 366
export const usualTokenDays = 90

export const TokenState = z
  .enum(['valid', 'disabled', 'expired', 'revoked'])
  .describe('whether the token works, and why not')
export type TokenState = z.infer<typeof TokenState>

export const OperatorToken = z
  .strictObject({
    id: Id.describe('identifier of the operator token'),
    name: z.string().describe('name of the holder, as the audit log has it'),
    owner: z
      .string()
      .nullable()
      .optional()
      .describe('who it belongs to: the subject at the identity provider, or who was named; null if no one was named'),
    ...tokenOriginMember,
    role: Role.nullable().describe('the role that has exactly these permissions; null if there is none'),
    permissions: z.array(Permission).describe('what the token may do'),
    tenantId: Id.nullable().describe('the one tenant the token is for; null for a platform administrator'),
    allowedFrom: z.array(z.string()).nullable().describe('address ranges it may be used from; null means anywhere'),
    createdAt: Timestamp,
    expiresAt: Timestamp.describe('when the token stops working'),
    revokedAt: Timestamp.nullable(),
    disabledAt: Timestamp.nullable().describe('since when it is disabled; null while it is not'),
    lastUsedAt: Timestamp.nullable().describe(
      'when it was last used, precise to a minute; null if never. Servers store uses once a minute, and show others only what is stored',
    ),
    lastUsedFrom: z.string().nullable().describe('address of its last use; null if never'),
    state: TokenState,
    isOwn: z.boolean().describe('whether this is the token that asks'),
    ...versionMember,
  })
  .meta({ id: 'OperatorToken' })
export type OperatorToken = z.infer<typeof OperatorToken>

export const CreatedOperatorToken = OperatorToken.extend({
  token: z.string().describe('the token itself: only in this answer, and stored nowhere'),
}).meta({ id: 'CreatedOperatorToken' })
export type CreatedOperatorToken = z.infer<typeof CreatedOperatorToken>

const nameRule = 'must be 1 to 64 visible characters and not only digits'

/** Short, visible, and not a number, since the command line finds tokens by name or ID. */
export const TokenName = z
  .string({ error: requiredOr(nameRule) })
  .regex(/^(?!\d+$)[\p{L}\p{N}\p{P}\p{S}][\p{L}\p{N}\p{P}\p{S} ]{0,63}$/u, nameRule)
  .describe('name of the holder in the audit log; unique among valid tokens')

const mostRanges = 100

const AllowedFromInput = z
  .array(z.string().max(64), { error: `must be null or a list of 1 to ${mostRanges} addresses or ranges` })
  .min(1, 'must have at least one; null means anywhere')
  .max(mostRanges, `must have at most ${mostRanges}`)
  .nullable()
  .describe('addresses and CIDR ranges it may be used from; null means anywhere')

const ExpiresAtInput = MomentInput.describe(
  `when the token stops working: in the future, at most ${longestTokenDays} days ahead`,
)

/** A person or a team. */
export const TokenOwner = LabelInput(200)

const OwnerInput = TokenOwner.nullable().describe('who the token belongs to; null names no one')

export const CreateToken = z
  .strictObject({
    name: TokenName,
    owner: OwnerInput.optional(),
    tenantId: IdInput.nullable().describe('the one tenant the token is for; null for the whole platform'),
    role: Role.optional().describe('grants the permissions of this role'),
    permissions: z.array(Permission).max(100).optional().describe('single permissions, also in addition to a role'),
    allowedFrom: AllowedFromInput.optional(),
    expiresAt: ExpiresAtInput.optional().describe(
      `when the token stops working: at most ${longestTokenDays} days ahead; by default ${usualTokenDays} days`,
    ),
  })
  .meta({ id: 'CreateToken' })

export const NamedOperatorToken = z.strictObject({ tokenId: IdInput.describe('identifier of the operator token') })

const VersionedToken = NamedOperatorToken.extend({ version: VersionInput })

export const UpdateToken = VersionedToken.extend({
  expiresAt: ExpiresAtInput.optional(),
  allowedFrom: AllowedFromInput.optional(),
  owner: OwnerInput.optional(),
})
  .refine((limits) => [limits.expiresAt, limits.allowedFrom, limits.owner].some((each) => each !== undefined), {
    error: 'must set expiresAt, allowedFrom or owner',
    path: ['input'],
  })
  .meta({ id: 'UpdateToken' })

export const RevokeToken = NamedOperatorToken.extend({
  reason: LabelInput(200).describe('why, for the audit log'),
}).meta({
  id: 'RevokeToken',
})

export const ListTokens = z.strictObject({
  name: z.string().max(256).optional().describe('only tokens of exactly this name'),
  state: TokenState.optional().describe('only tokens in this state'),
  expiresBefore: MomentInput.optional().describe('only tokens that expire before this time'),
  limit: LimitInput(largestPage).default(200).describe('maximum number'),
})
export const ListTokensPage = ListTokens.extend({ cursor: pageInput.cursor })
export const TokensPage = pageOf(OperatorToken)

const collection = '/platform/admin/tokens'
const item = `${collection}/{tokenId}`

const exampleToken: OperatorToken = {
  id: '31' as Id,
  name: 'night-shift',
  owner: 'jane.doe@example.com',
  origin: null,
  role: 'operator',
  permissions: ['custodians:read', 'custodians:update', 'wallets:read', 'tenants:read'],
  tenantId: '7' as Id,
  allowedFrom: ['10.20.0.0/16'],
  createdAt: '2026-03-04T05:06:07.008Z',
  expiresAt: '2026-06-02T05:06:07.008Z',
  revokedAt: null,
  disabledAt: null,
  lastUsedAt: '2026-03-08T22:00:01.002Z',
  lastUsedFrom: '10.20.3.4',
  state: 'valid',
  isOwn: false,
  version: 1,
}

const read = { kind: 'query', permission: 'tokens:read' } as const
const write = { kind: 'mutation', permission: 'tokens:write' } as const
const one = { answer: 'the operator token', versionTag: true } as const

/** The rows of the operations on operator tokens. */
export const tokenOperations = {
  list: operation({
    ...read,
    input: ListTokens,
    output: z.array(OperatorToken),
    rest: {
      method: 'GET',
      path: collection,
      summary: 'List operator tokens',
      description:
        'The operator tokens visible to the token that asks: all of them, or those of its tenant. A token must match all filters.',
      answer: 'an array of operator tokens, by ID',
      failures: [],
      paged: 'always',
      example: [exampleToken],
    },
  }),
  listPage: operation({ ...read, input: ListTokensPage, output: TokensPage, rest: null }),
  get: operation({
    ...read,
    input: NamedOperatorToken,
    output: OperatorToken,
    rest: {
      ...one,
      method: 'GET',
      path: item,
      summary: 'Get an operator token',
      description: 'One operator token, if it is visible to the token that asks. Its ETag is its version.',
      failures: ['NotFound'],
      example: exampleToken,
    },
  }),
  create: operation({
    ...write,
    input: CreateToken,
    output: CreatedOperatorToken,
    rest: {
      ...one,
      method: 'POST',
      path: collection,
      summary: 'Create an operator token',
      description:
        'Creates an operator token and answers it once. It gets at most what the token that asks has: its permissions, its tenant, its addresses. ' +
        'If the answer is lost, so is the token: find it by its name, revoke it, and create another.',
      answer: 'the operator token, with its text',
      failures: ['NotFound', 'AlreadyExists', 'Disabled', 'Frozen'],
      creates: true,
      bodyExample: {
        name: 'night-shift',
        owner: 'jane.doe@example.com',
        tenantId: '7',
        role: 'operator',
        allowedFrom: ['10.20.0.0/16'],
        expiresAt: '2026-06-02T00:00:00Z',
      },
      example: { ...exampleToken, token: 'srt_EXAMPLE' },
    },
  }),
  update: operation({
    ...write,
    versioned: true,
    input: UpdateToken,
    output: OperatorToken,
    rest: {
      ...one,
      method: 'PATCH',
      path: item,
      summary: 'Update an operator token',
      description:
        'Changes when a valid token expires, where it may be used from, or who it belongs to. The token that asks must have all that the ' +
        'changed one has, and cannot extend itself. A session is not extended, and keeps its owner.',
      failures: ['Disabled', 'Frozen'],
      bodyExample: { expiresAt: '2026-09-01T00:00:00Z' },
      example: { ...exampleToken, expiresAt: '2026-09-01T00:00:00.000Z', version: 2 },
    },
  }),
  disable: operation({
    ...write,
    versioned: true,
    input: VersionedToken,
    output: OperatorToken,
    rest: {
      ...one,
      method: 'POST',
      path: `${item}/disable`,
      summary: 'Disable an operator token',
      description:
        'Refuses a valid token of the own scope until it is enabled; requests that follow are answered 401. A token may ' +
        'disable itself: `isOwn` is true, and this is the last answer it gets. Works while changes are frozen.',
      failures: ['Disabled'],
      example: { ...exampleToken, state: 'disabled', disabledAt: '2026-03-09T10:11:12.013Z', version: 2 },
    },
  }),
  enable: operation({
    ...write,
    versioned: true,
    input: VersionedToken,
    output: OperatorToken,
    rest: {
      ...one,
      method: 'POST',
      path: `${item}/enable`,
      summary: 'Enable an operator token',
      description:
        'A disabled token works again, as far as it did not expire. The token that asks must have all that the enabled one has.',
      failures: ['Disabled', 'Frozen'],
      example: { ...exampleToken, version: 3 },
    },
  }),
  revoke: operation({
    ...write,
    input: RevokeToken,
    output: OperatorToken,
    rest: {
      ...one,
      method: 'POST',
      path: `${item}/revoke`,
      summary: 'Revoke an operator token',
      description:
        'Ends a token of the own scope for good; requests that follow are answered 401. A token may revoke itself: ' +
        '`isOwn` is true, and this is the last answer it gets. A token that was revoked already is answered as it is.',
      failures: ['NotFound'],
      bodyExample: { reason: 'left the team' },
      example: { ...exampleToken, state: 'revoked', revokedAt: '2026-03-09T10:11:12.013Z', version: 2 },
    },
  }),
}
