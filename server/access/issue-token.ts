import type { Permission } from '../../shared/permissions.ts'
import type { Id } from '../../shared/primitives.ts'
import type { Store } from '../store/store.ts'
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
  /** Who asks for it, as the audit tells it. */
  readonly actor: string
}

export type IssuedToken = {
  /** The only copy: what is stored cannot be turned back into it. */
  readonly token: string
  readonly tokenId: Id
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

/** Mints an operator token and stores its hash. */
export async function issueToken(store: Store, request: TokenRequest): Promise<IssuedToken> {
  const { lifetimeMs, ...described } = request
  const [token, at] = [mintToken(), Date.now()]
  const expiresAt = at + lifetimeMs
  const tokenId = await store.createToken({ ...described, hash: hashToken(token), expiresAt, at })
  return { token, tokenId, expiresAt }
}
