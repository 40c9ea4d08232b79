import { type Failure, failureOfCode } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { refusalOfClosed, refusalOfEnded, refusalOfExtension, refusalOfGrant } from '../../../access/grants.ts'
import type { By, ByToken } from '../../by.ts'
import { toInt } from '../../integers.ts'
import type { ListedToken, TokenRecord } from '../../records.ts'
import { changedTokenRecord, haveSameLimits, type LimitsChange, switchedTokenRecord } from '../../token-audit.ts'
import type {
  ChangedToken,
  CreatedToken,
  NewToken,
  NewTokenLimits,
  RefusedGrant,
  TokenKey,
  TokenSwitch,
} from '../../token-writes.ts'
import type { Connection } from '../connection.ts'
import { findTokenById } from '../reads/tokens.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'
import { createToken, refusalOfTenant, revokeTokens } from './tokens.ts'

const refused = (failure: Failure): RefusedGrant => ({ kind: 'refused', failure })
const current = (db: Connection, tokenId: Id) => findTokenById(db, { tokenId, seenBy: null }) as ListedToken

/** The token that acts, as it is now. */
const actorOf = (db: Connection, { actorTokenId }: ByToken) =>
  findTokenById(db, { tokenId: actorTokenId, seenBy: null })

export function grantToken(db: Connection, token: NewToken & ByToken): CreatedToken | RefusedGrant {
  const { tenantId, allowedFrom = null, at } = token
  const refusal = refusalOfGrant(actorOf(db, token), { ...token, allowedFrom }, at)
  if (refusal) return refused(refusal)
  return tenantId && !hasTenant(db, tenantId) ? refused(failureOfCode('NotFound')) : createToken(db, token)
}

const hasTenant = (db: Connection, tenantId: Id) =>
  prepared(db, 'SELECT 1 FROM tenants WHERE tenant_id = ?').get(toInt(tenantId)) !== undefined

export function revokeSeenToken(
  db: Connection,
  { tokenId, seenBy, reason, ...by }: ByToken & TokenKey & { reason: string },
): ChangedToken {
  const refusal = refusalOfEnded(actorOf(db, by), by.at)
  if (refusal) return refused(refusal)
  if (!findTokenById(db, { tokenId, seenBy })) return refused(failureOfCode('NotFound'))
  revokeTokens(db, { tokens: [{ tokenId, reason }], ...by })
  return { kind: 'changed', token: current(db, tokenId) }
}

/** Only what differs is written: what is stored already is no change, and gets no new version. */
export function changeToken(db: Connection, change: NewTokenLimits): ChangedToken {
  const { tokenId, version, at } = change
  const before = findTokenById(db, change)
  if (!before) return refused(failureOfCode('NotFound'))
  const after = {
    ...before,
    expiresAt: change.expiresAt ?? before.expiresAt,
    owner: change.owner === undefined ? before.owner : change.owner,
    allowedFrom: change.allowedFrom === undefined ? before.allowedFrom : change.allowedFrom,
  }
  const refusal = refusalOfChange(db, change, { before, after })
  if (refusal) return refused(refusal)
  if (before.version !== version) return { kind: 'stale', token: before }
  const closed = refusalOfClosed(before, at) ?? (before.disabledAt === null ? null : failureOfCode('Disabled'))
  if (closed) return refused(closed)
  if (!haveSameLimits({ before, after })) writeLimits(db, change, { before, after })
  return { kind: 'changed', token: current(db, tokenId) }
}

export function switchToken(db: Connection, change: TokenSwitch): ChangedToken {
  const { tokenId, version, isDisabled, at } = change
  const before = findTokenById(db, change)
  if (!before) return refused(failureOfCode('NotFound'))
  const refusal = refusalOfSwitch(db, change, before)
  if (refusal) return refused(refusal)
  if (before.version !== version) return { kind: 'stale', token: before }
  const closed = refusalOfClosed(before, at)
  if (closed) return refused(closed)
  if ((before.disabledAt !== null) !== isDisabled) writeSwitch(db, change, before)
  return { kind: 'changed', token: current(db, tokenId) }
}

/** A command acts for no token, and grants what it wants to. */
function refusalOfSwitch(db: Connection, change: TokenSwitch, before: TokenRecord): Failure | null {
  const { actorTokenId, isDisabled, at } = change
  const by = actorTokenId === undefined ? null : { ...change, actorTokenId }
  if (isDisabled) return by && refusalOfEnded(actorOf(db, by), at)
  return by ? refusalOfChange(db, by, { before, after: before }) : refusalOfTenant(db, before.tenantId)
}

function writeSwitch(db: Connection, change: TokenSwitch, token: TokenRecord): void {
  const { tokenId, isDisabled, at } = change
  const sql = 'UPDATE operator_tokens SET disabled_at = ?, version = version + 1 WHERE token_id = ?'
  prepared(db, sql).run(isDisabled ? at : null, toInt(tokenId))
  appendAudit(db, switchedTokenRecord(token, change))
}

function refusalOfChange(db: Connection, by: ByToken, { before, after }: LimitsChange): Failure | null {
  const actor = actorOf(db, by)
  return (
    refusalOfGrant(actor, after, by.at) ??
    (actor && refusalOfExtension(actor, before, after)) ??
    refusalOfTenant(db, before.tenantId)
  )
}

function writeLimits(db: Connection, by: By, { before, after }: LimitsChange): void {
  const { expiresAt, allowedFrom, owner } = after
  prepared(
    db,
    'UPDATE operator_tokens SET expires_at = ?, allowed_from = ?, owner = ?, version = version + 1 WHERE token_id = ?',
  ).run(expiresAt, allowedFrom && JSON.stringify(allowedFrom), owner, toInt(before.tokenId))
  appendAudit(db, changedTokenRecord(by, { before, after }))
}
