import type { PackedTransactions } from '../../../reserves/packed-transactions.ts'
import type { EngineWrites } from '../../engine-writes.ts'
import type { AppendCount } from '../../import-writes.ts'
import type { Connection } from '../connection.ts'
import { createItem, deleteItem, switchItem, updateItem } from '../items/changes.ts'
import { prepared } from '../statements.ts'
import { appendAudit, moveAuditStream } from './append-audit.ts'
import { appendEvent, appendEventFor } from './append-events.ts'
import { appendReserveTransactions } from './append-reserve-transactions.ts'
import { beginRotation } from './begin-rotation.ts'
import { beginCheck, endCheck } from './checks.ts'
import { completeRotation } from './complete-rotation.ts'
import { rewrapCredentials } from './credentials.ts'
import { claimDeliveries, noteDelivery, pruneEvents, redeliver, rewrapWebhookSecrets } from './deliveries.ts'
import { advanceRotation, endInterrupted, endRotation } from './end-rotation.ts'
import { eraseExpired } from './erase-expired.ts'
import { freeze, thaw } from './freezes.ts'
import { changeToken, grantToken, revokeSeenToken, switchToken } from './granted-tokens.ts'
import { activateKey, announceKey, noteKeyHeld } from './keys.ts'
import { endProviderSessions } from './provider-logouts.ts'
import { pruneRotations } from './prune-rotations.ts'
import { pruneSessions } from './prune-sessions.ts'
import { putCustodians } from './put-custodians.ts'
import { putNetworks } from './put-networks.ts'
import { putReserveAccounts } from './put-reserve-accounts.ts'
import { putTenants } from './put-tenants.ts'
import { putTokens } from './put-tokens.ts'
import { putWallets } from './put-wallets.ts'
import { enrolServiceAccount } from './service-accounts.ts'
import { openSignIn, settleSignIn, startSession } from './sign-ins.ts'
import { createToken, recordTokenUses, revokeToken, revokeTokens } from './tokens.ts'

/** As the writer thread is asked. */
type WriterWrites = Omit<EngineWrites, 'appendReserveTransactions'> & {
  appendReserveTransactions(batch: PackedTransactions): Promise<AppendCount>
  /** A write that is as durable as any other and changes nothing that is read. */
  testWriting(request: { readonly at: number }): Promise<void>
}

export type WriterTask = keyof WriterWrites

type InWriter<Write> = Write extends (input: infer Input) => Promise<infer Output>
  ? (db: Connection, input: Input) => Output
  : never

/** What the writer can do, each inside a transaction that it opens and commits. */
export const writes: { readonly [Name in keyof WriterWrites]: InWriter<WriterWrites[Name]> } = {
  createToken,
  revokeToken,
  revokeTokens,
  grantToken,
  changeToken,
  switchToken,
  revokeSeenToken,
  openSignIn,
  settleSignIn,
  startSession,
  endProviderSessions,
  enrolServiceAccount,
  freeze,
  thaw,
  recordTokenUses,
  recordAudit: appendAudit,
  moveAuditStream,
  recordEvent: appendEvent,
  recordEventFor: appendEventFor,
  claimDeliveries,
  noteDelivery,
  redeliver,
  pruneEvents,
  rewrapWebhookSecrets,
  beginRotation,
  advanceRotation,
  endRotation,
  completeRotation,
  beginCheck,
  endCheck,
  endInterrupted,
  eraseExpired,
  pruneRotations,
  pruneSessions,
  rewrapCredentials,
  announceKey,
  noteKeyHeld,
  activateKey,
  putNetworks,
  putTenants,
  putCustodians,
  putWallets,
  putTokens,
  putReserveAccounts,
  appendReserveTransactions,
  createItem,
  updateItem,
  deleteItem,
  switchItem,
  testWriting: (db, { at }) => {
    prepared(db, 'UPDATE installation SET write_tested_at = ?').run(at)
  },
}
