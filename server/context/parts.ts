import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { CredentialValidator } from '../providers/credential-validator.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../vault/vault.ts'
import type { InFlight } from './in-flight.ts'

/**
 * Answers a request wholly, or leaves it untouched to the framework and returns false; at once, unless the store has to be
 * asked.
 */
export type FastPath = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

/** What a server gives to its operations. */
export type Parts = {
  readonly store: Store
  readonly validator: CredentialValidator
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
  readonly inFlight: InFlight
  /** Milliseconds that an idempotency record is kept. */
  readonly recordsKeptFor: number
  /** Random bytes of this installation, for fingerprints. */
  readonly salt: Uint8Array
  /** The store can no longer find out whether a rotation happened: stop, and let the next start decide. */
  readonly onOutcomeUnknown: (rotationId: string) => void
  /** Replaces what answers in front of the framework, given the standard one. */
  readonly wrapFastPath?: (fastPath: FastPath) => FastPath
}
