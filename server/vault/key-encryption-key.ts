import type { KeyObject } from 'node:crypto'

export const dataKeyLength = 32

/**
 * A key-encryption key, wherever it is held: a file, a module or a service. It wraps data keys, each bound to its place.
 * Both methods reject with a {@link KeyError} while the key cannot be used, and `unwrap` with any other error where the bytes
 * are not what this key wrapped for that place.
 */
export type KeyEncryptionKey = {
  /** Tells keys, and versions of a key, apart. It is stored with what the key wrapped, and reveals nothing of it. */
  readonly id: string
  /** The key itself; null where it never leaves its holder. */
  readonly secret: KeyObject | null
  wrap(dataKey: Uint8Array, place: string): Promise<Uint8Array>
  unwrap(wrapped: Uint8Array, place: string): Promise<Buffer>
}

/**
 * Why a key cannot be used now.
 *
 * - `unreachable`: its holder does not answer, or answers that it cannot work now.
 * - `throttled`: its holder takes no more requests for a while.
 * - `denied`: its holder does not accept who asks.
 * - `clock`: its holder says that the clock here is wrong.
 * - `disabled`: the key, or this version of it, is there but may not be used.
 * - `missing`: there is no such key, or it was deleted.
 * - `replaced`: the key that is recorded as active is a retired one here.
 */
export type KeyFault = 'unreachable' | 'throttled' | 'denied' | 'clock' | 'disabled' | 'missing' | 'replaced'

/** Nothing is known to be wrong with what is stored: the same may work later, or with another configuration. */
export class KeyError extends Error {
  override readonly cause: KeyFault
  readonly nextStep: string

  constructor(cause: KeyFault, message: string, nextStep = nextSteps[cause]) {
    super(message)
    this.cause = cause
    this.nextStep = nextStep
  }
}

const nextSteps: Readonly<Record<KeyFault, string>> = {
  unreachable: 'Check the service that holds the key, and the network to it.',
  throttled: 'Wait, then try again.',
  denied: 'Check the credentials that the server has for the key, and what they may do.',
  clock: 'Set the clock of this machine.',
  disabled: 'Enable the key again where it is held.',
  missing: 'Restore the key where it is held, or name the right one.',
  replaced: 'Name the active key with --key or --key-file, then restart the server.',
}
