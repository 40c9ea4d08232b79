import { type Failure, failureOfCode } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import type { TokenOrigin } from '../../../../shared/session.ts'
import { refusalOfClosed, refusalOfEnded, refusalOfExtension, refusalOfGrant } from '../../../access/grants.ts'
import { skeletonOf } from '../../../text/skeleton.ts'
import type { By, ByToken } from '../../by.ts'
import { toId } from '../../integers.ts'
import type { ListedToken, TokenRecord } from '../../records.ts'
import { type TokenRow, tokenColumns, toTokenRecord } from '../../rows/tokens.ts'
import {
  changedTokenRecord,
  createdTokenRecord,
  haveSameLimits,
  type LimitsChange,
  revokedTokenRecord,
  switchedTokenRecord,
} from '../../token-audit.ts'
import type {
  ChangedToken,
  CreatedToken,
  NewToken,
  NewTokenLimits,
  RefusedGrant,
  TokenKey,
  TokenSwitch,
  TokenToRevoke,
} from '../../token-writes.ts'
import { only, type SqlQuery } from '../connection.ts'
import { lockRestrictions } from '../locks.ts'
import { tenantWith } from '../reads/custodians.ts'
import { selectToken } from '../reads/tokens.ts'
import type { Transaction } from '../transact.ts'
import { failureWhileFrozen } from './frozen.ts'

const refused = (failure: Failure): RefusedGrant => ({ kind: 'refused', failure })

async function createToken(transaction: Transaction, token: NewToken): Promise<CreatedToken | RefusedGrant> {
  const { query } = transaction
  await lockRestrictions(query)
  const refusal = await refusalForTenant(query, token.tenantId)
  if (refusal) return refused(refusal)
  if (token.replace) await revokeSame(transaction, token)
  return addUnlessTaken(transaction, token)
}

/** Adds a token under a name that no valid one has. One that no administrator creates signs its own record. */
export async function addUnlessTaken(
  transaction: Transaction,
  token: NewToken & { readonly origin?: TokenOrigin },
): Promise<CreatedToken> {
  const { query } = transaction
  const namesake = await namesakeOf(query, token)
  if (namesake) return { kind: 'name-taken', by: namesake }
  const tokenId = await storeToken(query, token)
  transaction.audit(createdTokenRecord(tokenId, token))
  return { kind: 'created', tokenId }
}

/** Why tokens of this tenant are neither created nor changed now; null where they may be. */
async function refusalForTenant(query: SqlQuery, tenantId: Id | null): Promise<Failure | null> {
  const tenant = tenantId === null ? null : await tenantWith(query, tenantId)
  if (tenant?.disabled) return failureOfCode('Disabled', { info: [`tenant: ${tenantId} is disabled`] })
  return failureWhileFrozen(query, tenantId)
}

/** The valid token whose name looks like this one; a name that looks the same does not identify who acted. */
async function namesakeOf(query: SqlQuery, { name, at }: NewToken): Promise<TokenRecord | null> {
  const sql = `SELECT ${tokenColumns} FROM operator_tokens
    WHERE skeleton = $skeleton AND revoked_at IS NULL AND expires_at > $at ORDER BY token_id LIMIT 1`
  const [row] = await query<TokenRow>(sql, { skeleton: skeletonOf(name), at })
  return row ? toTokenRecord(row) : null
}

/** Servers look up their tokens again. */
export async function raiseTokensVersion(query: SqlQuery): Promise<void> {
  await query('UPDATE installation SET tokens_version = tokens_version + 1')
}

/** Revokes those that a condition names and that are not revoked yet. */
async function revokeWhere(query: SqlQuery, condition: string, values: object): Promise<readonly TokenRecord[]> {
  const rows = await query<TokenRow>(
    `UPDATE operator_tokens SET revoked_at = $at, version = version + 1
     WHERE revoked_at IS NULL AND (${condition}) RETURNING ${tokenColumns}`,
    { ...values },
  )
  if (rows.length > 0) await raiseTokensVersion(query)
  return rows.map(toTokenRecord).sort((one, other) => Number(BigInt(one.tokenId) - BigInt(other.tokenId)))
}

async function revokeSame(transaction: Transaction, { name, actor, at }: NewToken): Promise<void> {
  for (const record of await revokeWhere(transaction.query, 'name = $name', { name, at }))
    transaction.audit(revokedTokenRecord(record, { actor, at, reason: 'replaced' }))
}

async function storeToken(query: SqlQuery, token: NewToken & { readonly origin?: TokenOrigin }): Promise<Id> {
  const { name, owner = null, origin = null, hash, permissions, tenantId, allowedFrom = null, expiresAt, at } = token
  const row = only(
    await query<{ token_id: bigint }>(
      `INSERT INTO operator_tokens
         (token_id, name, found_by, skeleton, hash, permissions, tenant_id, allowed_from, created_at, expires_at, owner, origin)
       SELECT coalesce(max(token_id), 0) + 1, $name::text, $foundBy::text, $skeleton::text, $hash::bytea,
         $permissions::text, $tenantId::bigint, $allowedFrom::text, $at::bigint, $expiresAt::bigint,
         $owner::text, $origin::text
       FROM operator_tokens
       RETURNING token_id`,
      {
        name,
        foundBy: name.toLowerCase(),
        skeleton: skeletonOf(name),
        hash,
        permissions: JSON.stringify(permissions),
        tenantId,
        allowedFrom: allowedFrom && JSON.stringify(allowedFrom),
        at,
        expiresAt,
        owner,
        origin,
      },
    ),
  )
  await raiseTokensVersion(query)
  return toId(row.token_id)
}

async function revokeToken(
  transaction: Transaction,
  { token, actor, at }: By & { readonly token: string },
): Promise<readonly TokenRecord[]> {
  await lockRestrictions(transaction.query)
  const condition = 'name = $token OR token_id::text = $token'
  const revoked = await revokeWhere(transaction.query, condition, { token, at })
  for (const record of revoked) transaction.audit(revokedTokenRecord(record, { actor, at }))
  return revoked
}

export async function revokeEach(
  transaction: Transaction,
  { tokens, ...by }: By & { readonly tokens: readonly TokenToRevoke[] },
): Promise<void> {
  await lockRestrictions(transaction.query)
  for (const { tokenId, reason } of tokens)
    for (const record of await revokeWhere(transaction.query, 'token_id = $tokenId', { tokenId, at: by.at }))
      transaction.audit(revokedTokenRecord(record, { ...by, reason }))
}

const current = async (query: SqlQuery, tokenId: Id) =>
  (await selectToken(query, { tokenId, seenBy: null })) as ListedToken

/** The token that acts, as it is now. */
const actingToken = (query: SqlQuery, { actorTokenId }: ByToken) =>
  selectToken(query, { tokenId: actorTokenId, seenBy: null })

async function grantToken(transaction: Transaction, token: NewToken & ByToken): Promise<CreatedToken | RefusedGrant> {
  const { query } = transaction
  const { tenantId, allowedFrom = null, at } = token
  await lockRestrictions(query)
  const refusal = refusalOfGrant(await actingToken(query, token), { ...token, allowedFrom }, at)
  if (refusal) return refused(refusal)
  if (tenantId && !(await tenantWith(query, tenantId))) return refused(failureOfCode('NotFound'))
  return createToken(transaction, token)
}

async function revokeSeenToken(
  transaction: Transaction,
  { tokenId, seenBy, reason, ...by }: ByToken & TokenKey & { readonly reason: string },
): Promise<ChangedToken> {
  const { query } = transaction
  await lockRestrictions(query)
  const refusal = refusalOfEnded(await actingToken(query, by), by.at)
  if (refusal) return refused(refusal)
  if (!(await selectToken(query, { tokenId, seenBy }))) return refused(failureOfCode('NotFound'))
  await revokeEach(transaction, { tokens: [{ tokenId, reason }], ...by })
  return { kind: 'changed', token: await current(query, tokenId) }
}

/** Only what differs is written: what is stored already is no change, and gets no new version. */
async function changeToken(transaction: Transaction, change: NewTokenLimits): Promise<ChangedToken> {
  const { query } = transaction
  const { tokenId, version, at } = change
  await lockRestrictions(query)
  const before = await selectToken(query, change)
  if (!before) return refused(failureOfCode('NotFound'))
  const after = {
    ...before,
    expiresAt: change.expiresAt ?? before.expiresAt,
    owner: change.owner === undefined ? before.owner : change.owner,
    allowedFrom: change.allowedFrom === undefined ? before.allowedFrom : change.allowedFrom,
  }
  const refusal = await refusalOfLimits(query, change, { before, after })
  if (refusal) return refused(refusal)
  if (before.version !== version) return { kind: 'stale', token: before }
  const closed = refusalOfClosed(before, at) ?? (before.disabledAt === null ? null : failureOfCode('Disabled'))
  if (closed) return refused(closed)
  if (!haveSameLimits({ before, after })) await storeLimits(transaction, change, { before, after })
  return { kind: 'changed', token: await current(query, tokenId) }
}

async function switchToken(transaction: Transaction, change: TokenSwitch): Promise<ChangedToken> {
  const { query } = transaction
  const { tokenId, version, isDisabled, at } = change
  await lockRestrictions(query)
  const before = await selectToken(query, change)
  if (!before) return refused(failureOfCode('NotFound'))
  const refusal = await refusalForSwitch(query, change, before)
  if (refusal) return refused(refusal)
  if (before.version !== version) return { kind: 'stale', token: before }
  const closed = refusalOfClosed(before, at)
  if (closed) return refused(closed)
  if ((before.disabledAt !== null) !== isDisabled) await storeSwitch(transaction, change, before)
  return { kind: 'changed', token: await current(query, tokenId) }
}

/** A command acts for no token, and grants what it wants to. */
async function refusalForSwitch(query: SqlQuery, change: TokenSwitch, before: TokenRecord): Promise<Failure | null> {
  const { actorTokenId, isDisabled, at } = change
  const by = actorTokenId === undefined ? null : { ...change, actorTokenId }
  if (isDisabled) return by && refusalOfEnded(await actingToken(query, by), at)
  return by ? refusalOfLimits(query, by, { before, after: before }) : refusalForTenant(query, before.tenantId)
}

async function storeSwitch({ query, audit }: Transaction, change: TokenSwitch, token: TokenRecord): Promise<void> {
  const { tokenId, isDisabled, at } = change
  const sql = 'UPDATE operator_tokens SET disabled_at = $at, version = version + 1 WHERE token_id = $tokenId'
  await query(sql, { at: isDisabled ? at : null, tokenId })
  await raiseTokensVersion(query)
  audit(switchedTokenRecord(token, change))
}

async function refusalOfLimits(query: SqlQuery, by: ByToken, { before, after }: LimitsChange): Promise<Failure | null> {
  const actor = await actingToken(query, by)
  return (
    refusalOfGrant(actor, after, by.at) ??
    (actor && refusalOfExtension(actor, before, after)) ??
    refusalForTenant(query, before.tenantId)
  )
}

async function storeLimits({ query, audit }: Transaction, by: ByToken, { before, after }: LimitsChange): Promise<void> {
  const { expiresAt, allowedFrom, owner } = after
  const { tokenId } = before
  await query(
    `UPDATE operator_tokens SET expires_at = $expiresAt, allowed_from = $allowedFrom, owner = $owner, version = version + 1
     WHERE token_id = $tokenId`,
    { expiresAt, allowedFrom: allowedFrom && JSON.stringify(allowedFrom), owner, tokenId },
  )
  await raiseTokensVersion(query)
  audit(changedTokenRecord(by, { before, after }))
}

export const tokenWrites = {
  createToken,
  revokeToken,
  revokeTokens: revokeEach,
  grantToken,
  changeToken,
  switchToken,
  revokeSeenToken,
} as const
