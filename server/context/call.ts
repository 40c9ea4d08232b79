import type { ByToken } from '../store/by.ts'
import type { Principal } from './principal.ts'

/** What comes with a request in addition to its input. */
export type Call = {
  readonly principal: Principal
  readonly requestId: string
  readonly idempotencyKey: string | null
  /** Gives the transport the rotation's ID, which every response carries, failures included. */
  readonly onRotation: (rotationId: string) => void
  /** Tells the transport that the response is replayed from the idempotency record. */
  readonly onReplay: () => void
}

/** Who acts, as the store records it. */
export const byOf = ({ principal, requestId }: Pick<Call, 'principal' | 'requestId'>, at: number): ByToken => ({
  actor: principal.name,
  actorTokenId: principal.tokenId,
  requestId,
  at,
})
