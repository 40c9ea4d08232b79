import type { Principal } from '../access/principal.ts'

/** What comes with a request beside its input. */
export type Call = {
  readonly principal: Principal
  readonly requestId: string
  readonly idempotencyKey: string | null
  /** Tells the door which rotation this is, so that it can say so whatever the answer. */
  readonly onRotation: (rotationId: string) => void
  /** Tells the door that the answer is the one kept under the Idempotency-Key. */
  readonly onReplay: () => void
}
