import { isDeepStrictEqual } from 'node:util'
import type { TokenRegister } from '../store/inspection.ts'
import type { TokenRecord } from '../store/records.ts'
import type { TokenToRevoke } from '../store/token-writes.ts'

/** Why a token of a backup is revoked by the restore, as the audit has it. */
type RevocationReason = 'revoked-since' | 'limits-differ' | 'not-in-replaced-data' | 'nothing-to-compare'

/** `replaced` is what the folder knew before; null where it was empty. */
type Registers = { readonly restored: TokenRegister; readonly replaced: TokenRegister | null }

/**
 * The tokens of a backup that may not come back to life. A token stays valid only if the replaced data has it too, valid and
 * with the same limits. `keep` keeps those that the replaced data cannot speak for; what it is known to have revoked stays
 * revoked.
 */
export function tokensToRevoke({ restored, replaced }: Registers, keep: boolean): readonly TokenToRevoke[] {
  return [...restored.tokens].flatMap(([hash, token]) => {
    if (token.revokedAt !== null) return []
    const reason = reasonToRevoke(token, hash, replaced)
    const isKept = reason === null || (keep && unknowns.has(reason))
    return isKept ? [] : [{ tokenId: token.tokenId, reason }]
  })
}

const unknowns: ReadonlySet<RevocationReason> = new Set(['not-in-replaced-data', 'nothing-to-compare'])

function reasonToRevoke(token: TokenRecord, hash: string, replaced: TokenRegister | null): RevocationReason | null {
  const latest = replaced?.tokens.get(hash)
  if (latest && latest.revokedAt !== null) return 'revoked-since'
  if (latest && !isDeepStrictEqual(limitsOf(latest), limitsOf(token))) return 'limits-differ'
  if (replaced === null || replaced.fault !== null) return 'nothing-to-compare'
  return latest ? null : 'not-in-replaced-data'
}

const limitsOf = ({ permissions, tenantId, allowedFrom, expiresAt }: TokenRecord) => ({
  permissions: [...permissions].sort(),
  tenantId,
  allowedFrom: allowedFrom && [...allowedFrom].sort(),
  expiresAt,
})
