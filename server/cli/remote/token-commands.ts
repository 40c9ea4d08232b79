import { type Command, Option } from 'commander'
import type { Permission } from '../../../shared/permissions.ts'
import type { Id } from '../../../shared/primitives.ts'
import { Role } from '../../../shared/roles.ts'
import { timestampOf } from '../../../shared/timestamp-of.ts'
import { type OperatorToken, TokenState } from '../../../shared/token-administration.ts'
import type { AddressRange } from '../../text/address-ranges.ts'
import { usageError } from '../command-error.ts'
import { note } from '../output.ts'
import {
  addAddressRanges,
  addPermission,
  parseDuration,
  parseId,
  parseMoment,
  parseOwner,
  parseRole,
  parseTokenName,
} from '../parse.ts'
import {
  answerRows,
  answerValue,
  type GivenRows,
  type ListColumn,
  toMinute,
  withRowFormats,
  yesOrNo,
} from './answer-rows.ts'
import type { Api } from './api.ts'
import { type Change, changeItem, type GivenChange, itemName, withVersion } from './change.ts'
import { createOnce } from './creation.ts'
import { addChange, addEnable, addShow, disabling, type Shown, type Switchable } from './item-commands.ts'
import { readPages } from './read-pages.ts'
import { requireValue } from './remote-error.ts'
import { withConfirmation } from './secret-input.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

const columns: readonly ListColumn<OperatorToken>[] = [
  { name: 'id', title: 'ID', of: ({ id }) => id },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'state', title: 'STATE', of: ({ state }) => state },
  {
    name: 'tenantId',
    title: 'TENANT',
    of: ({ tenantId }) => tenantId,
    shown: ({ tenantId }) => tenantId ?? 'platform',
  },
  {
    name: 'expiresAt',
    title: 'EXPIRES',
    of: ({ expiresAt }) => expiresAt,
    shown: ({ expiresAt }) => toMinute(expiresAt),
  },
  {
    name: 'lastUsedAt',
    title: 'LAST USED',
    of: ({ lastUsedAt }) => lastUsedAt,
    shown: ({ lastUsedAt }) => (lastUsedAt ? toMinute(lastUsedAt) : 'never'),
  },
  { name: 'lastUsedFrom', title: 'FROM', of: ({ lastUsedFrom }) => lastUsedFrom },
  {
    name: 'allowedFrom',
    title: 'ALLOWED FROM',
    of: ({ allowedFrom }) => allowedFrom?.join(' '),
    shown: ({ allowedFrom }) => allowedFrom?.join(' ') ?? 'anywhere',
  },
  { name: 'role', title: 'ROLE', of: ({ role }) => role },
  { name: 'permissions', title: 'PERMISSIONS', of: ({ permissions }) => permissions.join(' ') },
  { name: 'version', title: 'VERSION', of: ({ version }) => version },
  { name: 'owner', title: 'OWNER', of: ({ owner }) => owner ?? null },
]

export const tokenSubject: Shown<OperatorToken> & Switchable<OperatorToken> = {
  noun: 'token',
  nameOf: ({ name }) => name,
  shows: (id) => `tokens show ${id}`,
  columns: [
    ...columns,
    { name: 'createdAt', title: 'CREATED', of: ({ createdAt }) => createdAt },
    { name: 'disabledAt', title: 'DISABLED', of: ({ disabledAt }) => disabledAt },
    { name: 'revokedAt', title: 'REVOKED', of: ({ revokedAt }) => revokedAt },
    { name: 'isOwn', title: 'OWN', of: ({ isOwn }) => isOwn, shown: ({ isOwn }) => yesOrNo(isOwn) },
  ],
  read: (api, tokenId) => api.call('tokens.get', { tokenId }),
  disable: (api, { id, version }, options) => api.call('tokens.disable', { tokenId: id, version }, options),
  enable: (api, { id, version }, options) => api.call('tokens.enable', { tokenId: id, version }, options),
  history: (tokenId) => ({
    filter: {},
    kinds: ['token.changed', 'token.disabled', 'token.enabled', 'token.revoked'],
    isMeant: ({ details }) => details.tokenId === tokenId,
  }),
}

type GivenList = GivenRows & { readonly name?: string; readonly state?: TokenState; readonly expiring?: number }

export type TokenFilter = { readonly name?: string; readonly state?: TokenState; readonly expiresBefore?: string }

/** All tokens that match. */
export const readTokens = (api: Api, filter: TokenFilter): Promise<readonly OperatorToken[]> =>
  readPages(api, { several: 'tokens', page: (input) => api.call('tokens.listPage', { ...filter, ...input }) })

async function list({ name, state, expiring, ...given }: GivenList, command: Command): Promise<void> {
  const rows = await readTokens(await apiOf(given, command), {
    ...(name !== undefined && { name }),
    ...(expiring !== undefined && { state: 'valid', expiresBefore: timestampOf(Date.now() + expiring) }),
    ...(state && { state }),
  })
  answerRows(given, { value: rows, rows, columns, none: 'There are no such tokens that this token may see.' })
}

export const addTokensList = (tokens: Command): void =>
  void withRowFormats(withServer(tokens.command('list')))
    .option('--name <name>', 'only tokens of exactly this name')
    .addOption(new Option('--state <state>', 'only tokens in this state').choices(TokenState.options))
    .addOption(
      new Option('--expiring <duration>', 'only valid tokens that expire within this time, such as 14d')
        .argParser(parseDuration)
        .conflicts('state'),
    )
    .action(list)

export const addTokensShow = addShow(tokenSubject)

/** The own token can be enabled by another one only. */
export const addTokensDisable = (tokens: Command): void =>
  void addChange(tokenSubject, withConfirmation(tokens.command('disable')), {
    ...disabling(tokenSubject),
    question: (token) =>
      token.isOwn ? `Disable ${itemName(tokenSubject, token)}, your own? Only someone else can enable it.` : null,
  })

export const addTokensEnable = addEnable(tokenSubject)

type GivenCreation = GivenServer & {
  readonly name: string
  readonly owner?: string
  readonly role?: Role
  readonly permission?: readonly Permission[]
  readonly tenant?: Id
  readonly allowFrom?: readonly AddressRange[]
  readonly expiresIn?: number
}

/** The tenant of the token that asks, unless one is named; null for a platform administrator's. */
async function tenantFor(api: Api, tenant: Id | undefined): Promise<Id | null> {
  if (tenant !== undefined) return tenant
  const session = requireValue(await api.call('session.whoAmI', {}), 'the session cannot be read', api)
  return session.tenant?.id ?? null
}

const fromNow = (lifetimeMs: number) => timestampOf(Date.now() + lifetimeMs)

async function create(
  { name, owner, role, permission = [], tenant, allowFrom, expiresIn, ...given }: GivenCreation,
  command: Command,
): Promise<void> {
  if (!role && permission.length === 0)
    throw usageError(
      'a token needs a role or permissions',
      `Name a role with --role (${Role.options.join(', ')}), or each permission with --permission.`,
    )
  const api = await apiOf(given, command)
  const tenantId = await tenantFor(api, tenant)
  const input = {
    name,
    ...(owner !== undefined && { owner }),
    tenantId,
    ...(role && { role }),
    ...(permission.length > 0 && { permissions: [...permission] }),
    ...(allowFrom && { allowedFrom: [...allowFrom] }),
    ...(expiresIn !== undefined && { expiresAt: fromNow(expiresIn) }),
  }
  const created = await createOnce(api, {
    what: `the token "${name}"`,
    send: (options) => api.call('tokens.create', input, options),
    afterLoss:
      `If "strongroom tokens list --name '${name}' --state valid" shows it, revoke it and create another: ` +
      'its text was in the lost answer only.',
  })
  note(`Token ${created.id} "${created.name}" is valid until ${created.expiresAt}. It is shown only once.`)
  if (given.json) answerValue(created)
  else process.stdout.write(`${created.token}\n`)
}

const withLimits = (command: Command, expiry: string): Command =>
  command
    .option('--owner <text>', 'who it belongs to, such as an email address', parseOwner)
    .option('--expires-in <duration>', expiry, parseDuration)
    .option(
      '--allow-from <range>',
      'accept it only from this address or CIDR range, such as 10.0.0.0/8; repeatable',
      addAddressRanges,
    )

export const addTokensCreate = (tokens: Command): void =>
  void withLimits(
    withServer(tokens.command('create'))
      .requiredOption('--name <name>', 'name of the holder in the audit log; unique among valid tokens', parseTokenName)
      .option('--role <role>', `grant the permissions of this role: ${Role.options.join(', ')}`, parseRole)
      .option(
        '--permission <permission>',
        'grant this permission, repeatable, also in addition to a role',
        addPermission,
      )
      .option('--tenant <id>', 'the one tenant it is for; by default that of your token, or the platform', parseId),
    'lifetime, such as 30d, 12h or 45m; at most 366d, by default 90d',
  ).action(create)

type GivenUpdate = GivenChange & {
  readonly owner?: string
  readonly expiresIn?: number
  readonly expiresAt?: number
  readonly allowFrom?: readonly AddressRange[]
  readonly allowAnywhere?: boolean
}

const rangesIn = ({ allowFrom, allowAnywhere }: GivenUpdate): string[] | null | undefined =>
  allowAnywhere ? null : allowFrom && [...allowFrom]

const expiryIn = ({ expiresAt, expiresIn }: GivenUpdate): string | undefined => {
  if (expiresAt !== undefined) return timestampOf(expiresAt)
  return expiresIn === undefined ? undefined : fromNow(expiresIn)
}

const sameRanges = (one: readonly string[] | null, other: readonly string[] | null) =>
  JSON.stringify(one && [...one].sort()) === JSON.stringify(other && [...other].sort())

function changeOf(given: GivenUpdate): Change<OperatorToken> {
  const expiresAt = expiryIn(given)
  const allowedFrom = rangesIn(given)
  const { owner } = given
  if (expiresAt === undefined && allowedFrom === undefined && owner === undefined)
    throw usageError(
      'there is nothing to change',
      'Add --expires-in, --expires-at, --allow-from, --allow-anywhere or --owner.',
    )
  const wanted = {
    ...(expiresAt !== undefined && { expiresAt }),
    ...(allowedFrom !== undefined && { allowedFrom }),
    ...(owner !== undefined && { owner }),
  }
  return {
    done: 'changed',
    send: (api, { id, version }, options) => api.call('tokens.update', { tokenId: id, version, ...wanted }, options),
    isDone: (token) =>
      (expiresAt === undefined || token.expiresAt === expiresAt) &&
      (allowedFrom === undefined || sameRanges(token.allowedFrom, allowedFrom)) &&
      (owner === undefined || token.owner === owner),
  }
}

async function update(id: Id, given: GivenUpdate, command: Command): Promise<void> {
  const change = changeOf(given)
  await changeItem(tokenSubject, change, { api: await apiOf(given, command), id, given })
}

export const addTokensUpdate = (tokens: Command): void =>
  void withLimits(withVersion(withServer(tokens.command('update'))), 'expire this long from now')
    .argument('<id>', 'ID of the token', parseId)
    .addOption(
      new Option('--expires-at <moment>', 'expire then: 2026-01-31 or 2026-01-31T09:30:00Z')
        .argParser(parseMoment)
        .conflicts('expiresIn'),
    )
    .addOption(new Option('--allow-anywhere', 'accept it from every address').conflicts('allowFrom'))
    .action(update)
