import type { Administration } from './administration.ts'
import type { EventWrites } from './events.ts'
import type { ItemWrites } from './items.ts'
import type { Writes } from './writes.ts'

/**
 * The answer to a COMMIT can be lost: the write may have happened, and may not. A store promises one thing: once it has
 * answered a later write, the earlier one is decided, either way. How each outcome is found:
 *
 * - `repeated`: by the store. It does the work again before any other write, until the storage answers. What was committed
 *   is not done a second time, and the answer is that of the first time.
 * - `ended`: by the request, which goes no further and ends what may have begun under its ID (`endRotation`, `endCheck`).
 *   That changes nothing where it had not begun.
 * - `settled`: by the request, which repeats it in the background until it is answered; an end is stored once.
 * - `voided`: by the request, which voids the rotation and, where that fails, reads what the store has.
 *
 * A write rejects with `unknown-outcome` where the storage did not answer within about a second, and at once where the
 * request has to find the outcome.
 */
export type Resolution = 'repeated' | 'ended' | 'settled' | 'voided'

/** Every write of the `Store`. */
export const resolutions = {
  createToken: 'repeated',
  revokeToken: 'repeated',
  revokeTokens: 'repeated',
  grantToken: 'repeated',
  openSignIn: 'repeated',
  settleSignIn: 'repeated',
  startSession: 'repeated',
  endProviderSessions: 'repeated',
  enrolServiceAccount: 'repeated',
  changeToken: 'repeated',
  switchToken: 'repeated',
  revokeSeenToken: 'repeated',
  freeze: 'repeated',
  thaw: 'repeated',
  recordTokenUses: 'repeated',
  recordAudit: 'repeated',
  moveAuditStream: 'repeated',
  recordEvent: 'repeated',
  recordEventFor: 'repeated',
  claimDeliveries: 'repeated',
  noteDelivery: 'repeated',
  redeliver: 'repeated',
  pruneEvents: 'repeated',
  rewrapWebhookSecrets: 'repeated',
  beginRotation: 'ended',
  advanceRotation: 'ended',
  endRotation: 'settled',
  completeRotation: 'voided',
  beginCheck: 'ended',
  endCheck: 'settled',
  endInterrupted: 'repeated',
  eraseExpired: 'repeated',
  pruneRotations: 'repeated',
  pruneSessions: 'repeated',
  rewrapCredentials: 'repeated',
  announceKey: 'repeated',
  noteKeyHeld: 'repeated',
  activateKey: 'repeated',
  putNetworks: 'repeated',
  putTenants: 'repeated',
  putCustodians: 'repeated',
  putWallets: 'repeated',
  putTokens: 'repeated',
  putReserveAccounts: 'repeated',
  appendReserveTransactions: 'repeated',
  createItem: 'repeated',
  updateItem: 'repeated',
  deleteItem: 'repeated',
  switchItem: 'repeated',
} as const satisfies { readonly [Name in keyof (Writes & ItemWrites & EventWrites)]: Resolution }

/**
 * Every method of `Administration`. `run again`: the command fails and is run again. An unfinished copy is deleted, and a
 * replacement that stopped halfway leaves data that is refused, with nothing lost.
 */
export const administrativeResolutions = {
  files: 'no write',
  at: 'no write',
  hasData: 'no write',
  hasTraces: 'no write',
  assertData: 'no write',
  size: 'no write',
  open: 'repeated',
  lock: 'no write',
  lockKeys: 'no write',
  isServed: 'no write',
  inspect: 'no write',
  tokenRegister: 'no write',
  restrictions: 'no write',
  anchor: 'no write',
  copyTo: 'run again',
  replaceWith: 'run again',
} as const satisfies { readonly [Name in keyof Administration]: Resolution | 'run again' | 'no write' }
