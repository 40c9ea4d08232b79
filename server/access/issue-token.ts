import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { Store } from '../store/store.ts'
import type { CreatedToken, RefusedGrant } from '../store/token-writes.ts'
import type { AddressRange } from '../text/address-ranges.ts'
import { hashToken, mintToken } from './token-text.ts'

export type TokenRequest = {
  readonly name: string
  /** Who it belongs to; no one is named if absent. */
  readonly owner?: string | null
  readonly permissions: readonly Permission[]
  /** null for a platform administrator. */
  readonly tenantId: Id | null
  /** Addresses it may be used from; anywhere if absent. */
  readonly allowedFrom?: readonly AddressRange[] | null
  readonly lifetimeMs: number
  /** Revoke tokens of the same name in the same commit. */
  readonly replace?: boolean
  /** Who requested it, as recorded in the audit log. */
  readonly actor: string
}

type NameTaken = Extract<CreatedToken, { readonly kind: 'name-taken' }>

export type IssuedToken = {
  readonly kind: 'issued'
  /** The only copy: only its hash is stored. */
  readonly token: string
  readonly tokenId: Id
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/**
 * Creates an operator token and stores its hash; returns the valid token that already has its name, if any, or why none is
 * created for its tenant now.
 */
export async function issueToken(store: Store, request: TokenRequest): Promise<IssuedToken | NameTaken | RefusedGrant> {
  const { lifetimeMs, ...described } = request
  const token = mintToken()
  const at = Date.now()
  const hash = hashToken(token)
  const expiresAt = at + lifetimeMs
  const created = await store.createToken({ ...described, hash, expiresAt, at })
  return created.kind === 'created' ? { kind: 'issued', token, tokenId: created.tokenId, expiresAt } : created
}
