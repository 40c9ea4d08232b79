import type { Id } from '../../shared/primitives.ts'
import type { TokenOrigin } from '../../shared/session.ts'
import { actorIn, type By, type NewAuditRecord } from './by.ts'
import { changeRecord } from './changed-values.ts'
import type { TokenRecord } from './records.ts'
import type { NewToken, TokenSwitch } from './token-writes.ts'

/** What the audit says of a new token. One that no administrator creates signs its own record. */
export function createdTokenRecord(
  tokenId: Id,
  token: NewToken & { readonly origin?: TokenOrigin | undefined },
): NewAuditRecord {
  const { name, owner = null, origin, permissions, tenantId, allowedFrom = null, expiresAt } = token
  const details = {
    tokenId,
    name,
    ...(owner !== null && { owner }),
    ...(origin && { origin }),
    permissions: permissions.join(' '),
    ...(allowedFrom && { allowedFrom: allowedFrom.join(' ') }),
    expiresAt: new Date(expiresAt).toISOString(),
  }
  const by = { ...actorIn(token), ...(origin && { actorTokenId: tokenId }) }
  return { ...by, kind: 'token.created', details, ...(tenantId && { tenantId }) }
}

export function revokedTokenRecord(
  { tokenId, name, tenantId }: TokenRecord,
  { reason, ...by }: By & { readonly reason?: string },
): NewAuditRecord {
  const details = { tokenId, name, ...(reason && { reason }) }
  return { ...by, kind: 'token.revoked', details, ...(tenantId && { tenantId }) }
}

export const switchedTokenRecord = ({ tokenId, name, tenantId }: TokenRecord, change: TokenSwitch): NewAuditRecord => ({
  ...actorIn(change),
  kind: change.isDisabled ? 'token.disabled' : 'token.enabled',
  details: { tokenId, name },
  ...(tenantId && { tenantId }),
})

/** A token as it was, and with its new limits. */
export type LimitsChange = { readonly before: TokenRecord; readonly after: TokenRecord }

export function changedTokenRecord(by: By, { before, after }: LimitsChange): NewAuditRecord {
  const { tokenId, name, tenantId } = before
  const object = { kind: 'token.changed', ids: { tokenId, name }, ...(tenantId && { tenantId }) } as const
  return changeRecord(actorIn(by), object, { before: limitsOf(before), after: limitsOf(after) })
}

const limitsOf = ({ expiresAt, allowedFrom, owner }: TokenRecord) => ({
  expires_at: new Date(expiresAt).toISOString(),
  allowed_from: allowedFrom?.join(' ') ?? null,
  owner,
})

/** Whether a change changes nothing that the audit would show. */
export const haveSameLimits = ({ before, after }: LimitsChange): boolean =>
  JSON.stringify(limitsOf(before)) === JSON.stringify(limitsOf(after))
