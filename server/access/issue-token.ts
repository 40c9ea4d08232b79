import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { Store } from '../store/store.ts'
import type { CreatedToken } from '../store/writes.ts'
import type { AddressRange } from './address-ranges.ts'
import { hashToken, mintToken } from './token-text.ts'

export type TokenRequest = {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** null makes it a platform administrator's. */
  readonly tenantId: Id | null
  /** Where it may be used from; without it, anywhere. */
  readonly allowedFrom?: readonly AddressRange[] | null
  readonly lifetimeMs: number
  /** Revoke the tokens of that very name in the same commit. */
  readonly replace?: boolean
  /** Who asks for it, as the audit tells it. */
  readonly actor: string
}

type NameTaken = Extract<CreatedToken, { readonly kind: 'name-taken' }>

export type IssuedToken = {
  readonly kind: 'issued'
  /** The only copy: what is stored cannot be turned back into it. */
  readonly token: string
  readonly tokenId: Id
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Mints an operator token and stores its hash; answers the valid token that has its name already, if there is one. */
export async function issueToken(store: Store, request: TokenRequest): Promise<IssuedToken | NameTaken> {
  const { lifetimeMs, ...described } = request
  const [token, at] = [mintToken(), Date.now()]
  const expiresAt = at + lifetimeMs
  const created = await store.createToken({ ...described, hash: hashToken(token), expiresAt, at })
  return created.kind === 'created' ? { kind: 'issued', token, tokenId: created.tokenId, expiresAt } : created
}
