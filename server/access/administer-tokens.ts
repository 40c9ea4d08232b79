import { fail } from '../../shared/failure.ts'
import type { Output, Parsed } from '../../shared/operations.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { permissionsOf, roleOf, rolesOf, scopeOf } from '../../shared/roles.ts'
import { timestampOf } from '../../shared/timestamp-of.ts'
import {
  type CreatedOperatorToken,
  longestTokenDays,
  type OperatorToken,
  type TokenState,
  usualTokenDays,
} from '../../shared/token-administration.ts'
import { byOf, type Call } from '../context/call.ts'
import { firstPageOf, pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'
import type { ListedToken, TokenRecord } from '../store/records.ts'
import type { ChangedToken } from '../store/token-writes.ts'
import { type AddressRange, readAddressRange } from '../text/address-ranges.ts'
import { isReservedName, reservedNameRule } from './token-names.ts'
import { hashToken, mintToken } from './token-text.ts'

const dayMs = 86_400_000

export const tokenStateOf = ({ revokedAt, expiresAt, disabledAt }: TokenRecord, now: number): TokenState => {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= now) return 'expired'
  return disabledAt === null ? 'valid' : 'disabled'
}

type Seen = Pick<Call, 'principal'> & Pick<Parts, 'clock'>

const toOperatorToken = (token: ListedToken, { principal, clock }: Seen): OperatorToken => ({
  id: token.tokenId,
  name: token.name,
  owner: token.owner,
  origin: token.origin,
  role: roleOf(token),
  permissions: [...token.permissions],
  tenantId: token.tenantId,
  allowedFrom: token.allowedFrom && [...token.allowedFrom],
  createdAt: timestampOf(token.createdAt),
  expiresAt: timestampOf(token.expiresAt),
  revokedAt: token.revokedAt === null ? null : timestampOf(token.revokedAt),
  disabledAt: token.disabledAt === null ? null : timestampOf(token.disabledAt),
  lastUsedAt: token.lastUsedAt === null ? null : timestampOf(token.lastUsedAt),
  lastUsedFrom: token.lastUsedFrom,
  state: tokenStateOf(token, clock.now()),
  isOwn: token.tokenId === principal.tokenId,
  version: token.version,
})

/** The tokens that the caller sees, by ID. */
export const listOperatorTokens = firstPageOf(listOperatorTokensPage)

export async function listOperatorTokensPage(
  input: Parsed<'tokens.listPage'>,
  { principal }: Call,
  { store, salt, clock }: Parts,
): Promise<Result<Output<'tokens.listPage'>>> {
  const pager = pagerOf('tokens.listPage', input, salt)
  if (!pager.ok) return pager
  const { name, state, expiresBefore } = input
  const wanted = { seenBy: principal.tenantId, name, state, expiresBefore, at: clock.now() }
  const { rows, next } = await store.tokensPage(wanted, pager.value.request)
  const items = rows.map((token) => toOperatorToken(token, { principal, clock }))
  return ok({ items, nextCursor: pager.value.nextCursor(next) })
}

export async function getOperatorToken(
  { tokenId }: Parsed<'tokens.get'>,
  { principal }: Call,
  { store, clock }: Parts,
): Promise<Result<OperatorToken>> {
  const token = await store.findTokenById({ tokenId, seenBy: principal.tenantId })
  return token ? ok(toOperatorToken(token, { principal, clock })) : fail('NotFound')
}

/** The only place where the text of a token is in an answer. */
export async function createOperatorToken(
  input: Parsed<'tokens.create'>,
  call: Call,
  { store, clock }: Parts,
): Promise<Result<CreatedOperatorToken>> {
  const at = clock.now()
  const wanted = wantedOf(input, at)
  if (!wanted.ok) return wanted
  const token = mintToken()
  const created = await store.grantToken({ ...wanted.value, ...byOf(call, at), hash: hashToken(token) })
  if (created.kind === 'refused') return err(created.failure)
  if (created.kind === 'name-taken') return nameTaken(created.by, call)
  const { tokenId } = created
  const unused = {
    origin: null,
    createdAt: at,
    revokedAt: null,
    disabledAt: null,
    version: 1,
    lastUsedAt: null,
    lastUsedFrom: null,
  }
  const record: ListedToken = { ...wanted.value, tokenId, ...unused }
  return ok({ ...toOperatorToken(record, { principal: call.principal, clock }), token })
}

type Wanted = Pick<TokenRecord, 'name' | 'owner' | 'permissions' | 'tenantId' | 'allowedFrom' | 'expiresAt'>

function wantedOf(input: Parsed<'tokens.create'>, at: number): Result<Wanted> {
  const { name, owner = null, tenantId, role, permissions = [], expiresAt = at + usualTokenDays * dayMs } = input
  const scope = scopeOf({ tenantId })
  const ranges = rangesOf(input.allowedFrom ?? null)
  const info = [
    ...(isReservedName(name) ? [`name: ${reservedNameRule}`] : []),
    ...(role && !rolesOf(scope).includes(role) ? [`role: ${role} is for the other scope; see tenantId`] : []),
    ...(role || permissions.length > 0 ? [] : ['permissions: name a role or at least one permission']),
    ...expiryFaults(expiresAt, at),
    ...ranges.faults,
  ]
  if (info.length > 0) return fail('ValidationError', { info })
  const granted = new Set([...(role ? permissionsOf(role, scope) : []), ...permissions])
  return ok({ name, owner, permissions: [...granted], tenantId, allowedFrom: ranges.ranges, expiresAt })
}

const expiryFaults = (expiresAt: number, at: number): string[] =>
  expiresAt > at && expiresAt <= at + longestTokenDays * dayMs
    ? []
    : [`expiresAt: must be in the future, and at most ${longestTokenDays} days ahead`]

/** Ranges in their canonical form, each once. */
function rangesOf(texts: readonly string[] | null): { ranges: readonly AddressRange[] | null; faults: string[] } {
  const read = (texts ?? []).map((text) => readAddressRange(text))
  const faults = read.flatMap((each, at) => {
    if (!each) return [`allowedFrom.${at}: must be an address or a range such as 10.0.0.0/8 or 2001:db8::/32`]
    return 'hint' in each ? [`allowedFrom.${at}: has bits set beyond its prefix; use ${each.hint}`] : []
  })
  const ranges = read.flatMap((each) => (each && 'range' in each ? [each.range] : []))
  return { ranges: texts && [...new Set(ranges)], faults }
}

/** A token that the caller does not see is not named. */
function nameTaken({ tokenId, tenantId, disabledAt }: TokenRecord, { principal }: Call) {
  const isSeen = principal.tenantId === null || principal.tenantId === tenantId
  const by = isSeen ? `operator token ${tokenId}` : 'another operator token'
  const state = disabledAt === null ? 'valid' : 'disabled'
  return fail('AlreadyExists', { info: [`name: ${by} is ${state} and has this name, or one that looks like it`] })
}

export async function updateOperatorToken(
  { tokenId, version, expiresAt, allowedFrom, owner }: Parsed<'tokens.update'>,
  call: Call,
  { store, clock }: Parts,
): Promise<Result<OperatorToken>> {
  const at = clock.now()
  const { ranges, faults } = rangesOf(allowedFrom ?? null)
  const info = [...(expiresAt === undefined ? [] : expiryFaults(expiresAt, at)), ...faults]
  if (info.length > 0) return fail('ValidationError', { info })
  const limits = { expiresAt, owner, allowedFrom: allowedFrom === undefined ? undefined : ranges }
  const key = { tokenId, seenBy: call.principal.tenantId, version }
  const changed = await store.changeToken({ ...key, ...limits, ...byOf(call, at) })
  return resultOf(changed, { principal: call.principal, clock })
}

export async function revokeOperatorToken(
  { tokenId, reason }: Parsed<'tokens.revoke'>,
  call: Call,
  { store, clock }: Parts,
): Promise<Result<OperatorToken>> {
  const key = { tokenId, seenBy: call.principal.tenantId }
  const revoked = await store.revokeSeenToken({ ...key, reason, ...byOf(call, clock.now()) })
  return resultOf(revoked, { principal: call.principal, clock })
}

/** Refuses a token from its next request on, or lets it in again. */
const switchOperatorToken =
  (isDisabled: boolean) =>
  async (
    { tokenId, version }: Parsed<'tokens.disable'>,
    call: Call,
    { store, clock }: Parts,
  ): Promise<Result<OperatorToken>> => {
    const key = { tokenId, seenBy: call.principal.tenantId, version }
    const changed = await store.switchToken({ ...key, isDisabled, ...byOf(call, clock.now()) })
    return resultOf(changed, { principal: call.principal, clock })
  }

export const disableOperatorToken = switchOperatorToken(true)
export const enableOperatorToken = switchOperatorToken(false)

function resultOf(changed: ChangedToken, seen: Seen): Result<OperatorToken> {
  if (changed.kind === 'refused') return err(changed.failure)
  const token = toOperatorToken(changed.token, seen)
  return changed.kind === 'stale' ? fail('PreconditionFailed', { value: token }) : ok(token)
}
