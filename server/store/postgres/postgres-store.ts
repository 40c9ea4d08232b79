import type { Id } from '../../../shared/primitives.ts'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import type { DatabasePlace } from '../database-place.ts'
import type { EventWrites } from '../events.ts'
import type { PutBy } from '../import-writes.ts'
import type { ItemWrites } from '../items.ts'
import type { Reads, Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { resolutions } from '../unknown-outcomes.ts'
import { createWriteMonitor, type WriteMonitor } from '../write-monitor.ts'
import type { Writes } from '../writes.ts'
import { type AnchorKeeper, keepAnchor } from './anchor-keeper.ts'
import { type Database, openPool, type SqlQuery } from './connection.ts'
import { itemWrites } from './items/changes.ts'
import { itemReads } from './items/tables.ts'
import { holdLease, type Lease } from './lease.ts'
import { bringSchemaUpToDate } from './migrate.ts'
import { auditReads } from './reads/audit.ts'
import { credentialReads } from './reads/credentials.ts'
import { custodianReads } from './reads/custodians.ts'
import { figureReads } from './reads/figures.ts'
import { freezeReads } from './reads/freezes.ts'
import { reserveReads } from './reads/reserves.ts'
import { rotationReads } from './reads/rotations.ts'
import { searchReads } from './reads/search.ts'
import { signInReads } from './reads/sign-ins.ts'
import { tokenReads } from './reads/tokens.ts'
import { walletReads } from './reads/wallets.ts'
import { webhookReads } from './reads/webhooks.ts'
import { createPatience, mostToWrite, requestLimits } from './time-limits.ts'
import { inTransaction, type Transaction } from './transact.ts'
import { createVersionedReads } from './versioned-reads.ts'
import { faultOfAnswer, mostInFlight, type VersionWatch, watchVersions } from './versions.ts'
import { ledgerWrites } from './writes/append-transactions.ts'
import { beginWrites } from './writes/begin-rotation.ts'
import { checkWrites } from './writes/check-credentials.ts'
import { deliveryWrites } from './writes/deliveries.ts'
import { endWrites } from './writes/end-rotation.ts'
import { freezeWrites } from './writes/frozen.ts'
import { keyWrites } from './writes/keys.ts'
import { providerLogoutWrites } from './writes/provider-logouts.ts'
import { assetWrites } from './writes/put-assets.ts'
import { objectWrites } from './writes/put-objects.ts'
import { serviceAccountWrites } from './writes/service-accounts.ts'
import { signInWrites } from './writes/sign-ins.ts'
import { tokenWrites } from './writes/tokens.ts'
import { upkeepWrites } from './writes/upkeep.ts'

const mostCachedRows = 200_000

type ReadParts = {
  readonly query: SqlQuery
  readonly versions: VersionWatch
  readonly anchorFile: string
}

function readsOf({ query, versions, anchorFile }: ReadParts): Reads {
  const versioned = createVersionedReads(versions, mostCachedRows)
  let unread = 0n
  return {
    // What was not asked for in this turn of the event loop is like nothing that was before.
    tokensVersion: () => versions.current()?.tokens ?? --unread,
    isUnchanged: versioned.isUnchanged,
    refresh: () => versions.read().then(() => {}),
    ...tokenReads(query, versions),
    ...signInReads(query),
    ...custodianReads(query),
    ...freezeReads(query),
    ...credentialReads(query),
    ...walletReads(query, versioned),
    ...reserveReads(query, versioned),
    ...rotationReads(query),
    ...auditReads(query),
    ...webhookReads(query),
    ...searchReads(query),
    ...figureReads({ query, anchorFile }),
    ...itemReads(query),
  }
}

const work = {
  ...tokenWrites,
  ...signInWrites,
  ...providerLogoutWrites,
  ...serviceAccountWrites,
  ...freezeWrites,
  ...upkeepWrites,
  ...deliveryWrites,
  ...beginWrites,
  ...endWrites,
  ...checkWrites,
  ...keyWrites,
  ...objectWrites,
  ...assetWrites,
  ...ledgerWrites,
  ...itemWrites,
} as const

type WriteName = keyof typeof work
type InputOf<Name extends WriteName> = Parameters<(typeof work)[Name]>[1]
type OutputOf<Name extends WriteName> = Awaited<ReturnType<(typeof work)[Name]>>
type RunWrite = <Name extends WriteName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>

/** Runs one after the other, in the order in which they were asked for, what has the same key. */
function createQueues() {
  const last = new Map<string, Promise<unknown>>()
  return <Output>(key: string, run: () => Promise<Output>): Promise<Output> => {
    const before = last.get(key) ?? Promise.resolve()
    const running = before.then(run, run)
    last.set(key, running)
    const forget = () => {
      if (last.get(key) === running) last.delete(key)
    }
    running.then(forget, forget)
    return running
  }
}

/** Begins each once the one before has passed its turn on, or ended. */
function createTurns() {
  let last: Promise<void> = Promise.resolve()
  return <Output>(begin: (passOn: () => void) => Promise<Output>): Promise<Output> => {
    const { promise, resolve: passOn } = Promise.withResolvers<void>()
    const running = last.then(() => begin(passOn))
    last = promise
    return running.finally(passOn)
  }
}

const upkeep = [
  'eraseExpired',
  'pruneRotations',
  'pruneSessions',
  'pruneEvents',
  'rewrapCredentials',
  'rewrapWebhookSecrets',
]

/** No request waits for upkeep, for imports and for the rotation of keys. */
const isForRequests = (name: WriteName): boolean =>
  !upkeep.includes(name) && [keyWrites, objectWrites, assetWrites, ledgerWrites].every((writes) => !(name in writes))

/** What an input names, by which it waits for others. */
type Named = { readonly custodianId?: Id; readonly rotationId?: string; readonly checkId?: string }

/** A thousand beginnings at one custodian take one connection; the steps of a rotation keep their order. */
const queueOf: Partial<Record<WriteName, (input: Named) => string | undefined>> = {
  beginRotation: ({ custodianId }) => custodianId,
  beginCheck: ({ custodianId }) => custodianId,
  advanceRotation: ({ rotationId }) => rotationId,
  completeRotation: ({ rotationId }) => rotationId,
  endRotation: ({ rotationId }) => rotationId,
  endCheck: ({ checkId }) => checkId,
}

type WriteParts = { readonly database: Database; readonly monitor: WriteMonitor; readonly anchor: AnchorKeeper }

function createRun({ database, monitor, anchor }: WriteParts): RunWrite {
  const queued = createQueues()
  const patience = createPatience()
  return (name, input) => {
    const write = work[name] as (transaction: Transaction, given: typeof input) => Promise<never>
    const options = {
      isRepeated: resolutions[name] === 'repeated',
      onHead: anchor.acknowledge,
      onLateCommit: patience.noteLateCommit,
      ...(isForRequests(name) && { deadline: patience.deadline() }),
    }
    const run = () => monitor.watch(inTransaction(database, (transaction) => write(transaction, input), options))
    const key = queueOf[name]?.(input as Named)
    return key ? queued(key, run) : run()
  }
}

function writesOf(run: RunWrite, lease: Lease, now: () => number): Writes & ItemWrites & EventWrites {
  const appendInTurn = createTurns()
  const audited = (by: PutBy = {}) => ({ actor: 'strongroom', at: now(), ...by })
  return {
    createToken: (token) => run('createToken', token),
    revokeToken: (request) => run('revokeToken', request),
    revokeTokens: (request) => run('revokeTokens', request),
    grantToken: (token) => run('grantToken', token),
    openSignIn: (signIn) => run('openSignIn', signIn),
    settleSignIn: (settlement) => run('settleSignIn', settlement),
    startSession: (session) => run('startSession', session),
    endProviderSessions: (logout) => run('endProviderSessions', logout),
    enrolServiceAccount: (account) => run('enrolServiceAccount', account),
    changeToken: (change) => run('changeToken', change),
    switchToken: (change) => run('switchToken', change),
    revokeSeenToken: (request) => run('revokeSeenToken', request),
    freeze: (change) => run('freeze', change),
    thaw: (change) => run('thaw', change),
    recordTokenUses: (uses) => run('recordTokenUses', uses),
    recordAudit: (record) => run('recordAudit', record),
    moveAuditStream: (move) => run('moveAuditStream', move),
    recordEvent: (event) => run('recordEvent', event),
    recordEventFor: (request) => run('recordEventFor', request),
    claimDeliveries: (claim) => run('claimDeliveries', claim),
    noteDelivery: (result) => run('noteDelivery', result),
    redeliver: (request) => run('redeliver', request),
    pruneEvents: (pruning) => run('pruneEvents', pruning),
    rewrapWebhookSecrets: (secrets) => run('rewrapWebhookSecrets', secrets),
    beginRotation: async (intent) => run('beginRotation', { ...intent, serverId: await lease.held() }),
    advanceRotation: (request) => run('advanceRotation', request),
    endRotation: (end) => run('endRotation', end),
    completeRotation: (completion) => run('completeRotation', completion),
    beginCheck: async (intent) => run('beginCheck', { ...intent, serverId: await lease.held() }),
    endCheck: (end) => run('endCheck', end),
    // Asked at the start of a server, which from then on counts as one.
    endInterrupted: async (by) => run('endInterrupted', { ...by, serverId: await lease.held() }),
    eraseExpired: (request) => run('eraseExpired', request),
    pruneRotations: (pruning) => run('pruneRotations', pruning),
    pruneSessions: (pruning) => run('pruneSessions', pruning),
    rewrapCredentials: (versions) => run('rewrapCredentials', versions),
    announceKey: (key) => run('announceKey', key),
    noteKeyHeld: async (request) => run('noteKeyHeld', { ...request, serverId: await lease.held() }),
    activateKey: (activation) => run('activateKey', activation),
    putNetworks: (entries) => run('putNetworks', entries),
    putTenants: (entries, by) => run('putTenants', { entries, by: audited(by) }),
    putCustodians: (entries, by) => run('putCustodians', { entries, by: audited(by) }),
    putWallets: (entries) => run('putWallets', entries),
    putTokens: (entries) => run('putTokens', entries),
    putReserveAccounts: (entries, by) => run('putReserveAccounts', { entries, by: audited(by) }),
    appendReserveTransactions: (batch) =>
      appendInTurn((onLocked) => run('appendReserveTransactions', { batch, onLocked })),
    createItem: (item) => run('createItem', item) as Promise<never>,
    updateItem: (update) => run('updateItem', update) as Promise<never>,
    deleteItem: (item) => run('deleteItem', item) as Promise<never>,
    switchItem: (change) => run('switchItem', change) as Promise<never>,
  }
}

/** Some hundred kilobytes in a temporary file on the disk of the database: a full one still takes a change of one row. */
const takeRoomSql = 'SELECT count(*) FROM generate_series(1, 20000)'

async function testWrite({ query, command }: Transaction): Promise<void> {
  await command('SET LOCAL work_mem = 64')
  await query(takeRoomSql)
  await query('UPDATE write_tests SET at = $at', { at: Date.now() })
}

const testWriting = (database: Database) =>
  inTransaction(database, testWrite, { isRepeated: true, deadline: performance.now() + mostToWrite })

/** Stops a server whose database does not have what it acknowledged. What it cannot find out now it asks again later. */
function refuseLosses(anchor: AnchorKeeper, stop: (reason: Error) => void) {
  let missing: DataFolderError | null = null
  return {
    missing: () => missing,
    verify: async (query: SqlQuery) => {
      try {
        await anchor.verify(query)
      } catch (error) {
        if (!(error instanceof DataFolderError)) throw error
        missing = error
        stop(error)
        throw error
      }
    },
  }
}

export type PostgresSettings = {
  readonly place: DatabasePlace
  /** Where this server keeps the last record of the audit that it acknowledged. */
  readonly anchorFile: string
}

/** Opens the store in a database, whose schema it brings up to date. Rejects where acknowledged records are missing in it. */
export async function openPostgresStore({ place, anchorFile }: PostgresSettings): Promise<Store> {
  const warned = new Set<(warning: string) => void>()
  const anchor = keepAnchor(anchorFile, (warning) => {
    for (const listener of warned) listener(warning)
  })
  const broken = new Set<(reason: Error) => void>()
  const stop = (reason: Error) => {
    for (const listener of broken) listener(reason)
  }
  const { verify, missing } = refuseLosses(anchor, stop)
  const options = { limits: requestLimits, needsPrimary: true, onConnected: verify }
  const database = closable(openPool(place, options))
  // Cached reads do not wait for a connection that a write holds.
  const { found } = database
  const ofVersions = closable(openPool(place, { ...options, found, mostConnections: mostInFlight, staysOpen: true }))
  const close = async () => {
    await ofVersions.close()
    await database.close()
  }
  const { acknowledged } = anchor
  const versions = watchVersions(ofVersions.read, { acknowledged, verify: () => verify(database.read) })
  try {
    await bringSchemaUpToDate(database)
    await versions.read()
  } catch (error) {
    await close()
    throw missing() ?? error
  }
  const now = () => Date.now() + versions.clockOffset()
  const monitor = createWriteMonitor({ test: () => testWriting(database), isSuspect: () => false })
  const run = createRun({ database, monitor, anchor })
  const reap = () => run('endInterrupted', { actor: 'strongroom', at: now(), serverId: '' })
  const lease = holdLease({ database, onStopped: reap, onOutdated: stop })
  return {
    ...readsOf({ query: database.read, versions, anchorFile }),
    ...writesOf(run, lease, now),
    clockOffset: versions.clockOffset,
    connections: database.connections,
    writeFault: async () => (await faultOfAnswer(versions)) ?? monitor.fault(),
    onBroken: (listener) => void broken.add(listener),
    onWarning: (listener) => void warned.add(listener),
    close: async () => {
      await lease.end()
      await close()
    },
  }
}

const closed = () => new StoreError('closed', 'CLOSED', 'the store is closed')

/** A database that answers nothing once it is closed, and can be closed twice. */
function closable(database: Database): Database {
  let closing: Promise<void> | null = null
  return {
    read: async (...asked) => {
      if (closing) throw closed()
      return database.read(...asked)
    },
    take: async () => {
      if (closing) throw closed()
      return database.take()
    },
    found: database.found,
    connections: () => database.connections(),
    close: () => (closing ??= database.close()),
  }
}
