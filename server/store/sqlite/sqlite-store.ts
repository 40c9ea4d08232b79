import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { DataFolderError } from '../../platform/data-folder-error.ts'
import { makeFolder, sync } from '../../platform/durable-files.ts'
import { packTransactions } from '../../reserves/packed-transactions.ts'
import { type AllWrites, type WriteName, writesBy } from '../engine-writes.ts'
import type { AppendCount } from '../import-writes.ts'
import type { Reads, Store } from '../store.ts'
import { createWriteMonitor, type WriteMonitor } from '../write-monitor.ts'
import { anchorHead, assertAnchored } from './anchor.ts'
import { type Connection, openDatabase } from './connection.ts'
import { unlessDamaged } from './damage.ts'
import { anchorIn, anchorName, databaseIn, mainFile } from './files.ts'
import { auditSlice } from './inspect/audit-links.ts'
import { findItem, itemsPage } from './items/tables.ts'
import { assertKnownForm, migrate, schemaOf } from './migrate.ts'
import { auditHead, auditStreamPosition, listAudit } from './reads/audit.ts'
import { countCredentialsByKey, findCredentials, listCredentialsNotUnder } from './reads/credentials.ts'
import { custodiansPage, findCustodian, selectCustodians, selectTenants, tenantsPage } from './reads/custodians.ts'
import { readFigures } from './reads/figures.ts'
import { listFreezes } from './reads/freezes.ts'
import { selectKeys } from './reads/keys.ts'
import { reserveDirectory } from './reads/reserve-directory.ts'
import { reservesPage, reservesReport } from './reads/reserves.ts'
import { rotationsPage, selectRotation } from './reads/rotations.ts'
import { selectFound } from './reads/search.ts'
import { findSignIn, listUnusedSessions } from './reads/sign-ins.ts'
import { findToken, findTokenById, listTokens, tokensPage, tokensVersion } from './reads/tokens.ts'
import { walletListings } from './reads/wallet-listing.ts'
import { walletsPage } from './reads/wallets.ts'
import { deliveriesPage, dueWebhooks, findDelivery, listWebhookSecrets } from './reads/webhooks.ts'
import { createSharedSnapshot, oncePerState, type SharedSnapshot } from './shared-snapshot.ts'
import { prepared } from './statements.ts'
import { createVersionedCache } from './versioned-cache.ts'
import { createWriter, type WriterThread } from './writer-thread.ts'
import { hasEventsBefore } from './writes/deliveries.ts'
import { hasInterrupted } from './writes/end-rotation.ts'
import { hasExpired } from './writes/erase-expired.ts'
import { hasEndedSessions } from './writes/prune-sessions.ts'

const mostCachedRows = 200_000

type ReadsParts = { readonly db: Connection; readonly snapshot: SharedSnapshot; readonly anchorFile: string }

function readsOf({ db, snapshot, anchorFile }: ReadsParts): Reads {
  const cache = createVersionedCache(mostCachedRows, snapshot.state)
  return {
    tokensVersion: oncePerState(snapshot, () => tokensVersion(db)),
    isUnchanged: cache.isUnchanged,
    refresh: () => null,
    findToken: async (hash) => snapshot.begin(() => findToken(db, hash)),
    listTokens: async () => listTokens(db),
    tokensPage: async (wanted, page) => tokensPage(db, wanted, page),
    findTokenById: async (key) => findTokenById(db, key),
    listUnusedSessions: async (wanted) => listUnusedSessions(db, wanted),
    findSignIn: async (id) => findSignIn(db, id),
    findTenant: async (tenantId) => selectTenants(db, tenantId)[0] ?? null,
    listTenants: async (tenantId) => selectTenants(db, tenantId),
    tenantsPage: async (tenantId, page) => tenantsPage(db, tenantId, page),
    listCustodians: async (tenantId) => selectCustodians(db, tenantId),
    custodiansPage: async (tenantId, page) => custodiansPage(db, tenantId, page),
    findCustodian: async (key) => findCustodian(db, key),
    listFreezes: async (seenBy) => listFreezes(db, seenBy),
    findCredentials: async (key) => snapshot.begin(() => findCredentials(db, key)),
    listCredentialsNotUnder: async (keyId, limit) => listCredentialsNotUnder(db, keyId, limit),
    countCredentialsByKey: async () => countCredentialsByKey(db),
    listKeys: async () => selectKeys(db),
    walletListing: walletListings({ db, cache }, snapshot.begin),
    walletsPage: async (request, page) => walletsPage({ db, cache }, request, page),
    reservesReport: async (request) => reservesReport(db, cache, request),
    reservesPage: async (page) => reservesPage(db, page),
    reserveDirectory: async () => reserveDirectory(db),
    rotationsPage: async (wanted, page) => rotationsPage(db, wanted, page),
    findRotation: async (custodianId, rotationId) => selectRotation(db, custodianId, rotationId),
    listAudit: async (request, tenantId) => listAudit(db, request, tenantId),
    search: async (wanted) => selectFound(db, wanted),
    auditHead: async () => auditHead(db),
    auditSlice: async (slice) => unlessDamaged(() => auditSlice(db, slice)),
    auditStreamPosition: async (destination) => auditStreamPosition(db, destination),
    dueWebhooks: async (wanted) => dueWebhooks(db, wanted),
    deliveriesPage: async (wanted, page) => deliveriesPage(db, wanted, page),
    findDelivery: async (webhookId, eventId) => findDelivery(db, webhookId, eventId),
    listWebhookSecrets: async () => listWebhookSecrets(db),
    figures: async (wanted) => readFigures(db, anchorFile, wanted),
    findItem: async (key) => findItem(db, key),
    itemsPage: async (kind, page) => itemsPage(db, kind, page),
    salt: async () =>
      (prepared<{ salt: Uint8Array }>(db, 'SELECT salt FROM installation').get() as { salt: Uint8Array }).salt,
  }
}

const nothingErased = { pairs: 0, idempotencyRecords: 0, attempts: 0 }

type WritesParts = {
  readonly db: Connection
  readonly writer: WriterThread
  readonly monitor: WriteMonitor
  readonly snapshot: SharedSnapshot
}

/** Reads that begin after a write was answered see what it wrote. Upkeep that finds nothing to do writes nothing. */
function writesOf({ db, writer, monitor, snapshot }: WritesParts): AllWrites {
  const run = (name: WriteName, input: unknown) => monitor.watch(writer.run(name, input)).finally(snapshot.end)
  const writes = writesBy(run, Date.now)
  return {
    ...writes,
    pruneEvents: async (pruning) => (hasEventsBefore(db, pruning) ? writes.pruneEvents(pruning) : 0),
    endInterrupted: async (by) => (hasInterrupted(db) ? writes.endInterrupted(by) : 0),
    eraseExpired: async (request) => (hasExpired(db, request) ? writes.eraseExpired(request) : nothingErased),
    pruneSessions: async (pruning) => (hasEndedSessions(db, pruning) ? writes.pruneSessions(pruning) : 0),
    appendReserveTransactions: (batch) =>
      run('appendReserveTransactions', packTransactions(batch)) as Promise<AppendCount>,
  }
}

/** Brings the schema up to date and refuses a database that is damaged, foreign or lost commits. */
function prepareFile(file: string, anchorFile: string): void {
  unlessDamaged(() => {
    if (!isGone(file)) assertKnownForm(file)
    const db = openDatabase(file, { readonly: false })
    try {
      // First by the rules of the version that wrote it, whose anchor may lag further.
      if (schemaOf(db).applied > 0) bringAnchor(db, anchorFile)
      migrate(db)
      bringAnchor(db, anchorFile)
    } finally {
      db.close()
    }
  })
}

function bringAnchor(db: Connection, anchorFile: string): void {
  assertAnchored(db, anchorFile)
  anchorHead(db, anchorFile)
}

/** An empty file is a database to SQLite, which would also throw away what the write-ahead log still has. */
const isGone = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0

/** Bytes; with less room a write may fail. */
const leastRoom = 2 ** 20

/** A folder that became read-only or full shows it before a write fails. */
function looksUnwritable(dataDir: string): boolean {
  try {
    accessSync(dataDir, constants.W_OK)
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize < leastRoom
  } catch {
    return true
  }
}

/** Opens the SQLite store in a data folder, making it when there is none. */
export function openSqliteStore(dataDir: string): Store {
  const file = databaseIn(dataDir)
  const anchorFile = anchorIn(dataDir)
  if (isGone(file) && existsSync(anchorFile))
    throw new DataFolderError(
      `${mainFile} is gone but its ${anchorName} is there`,
      'Restore a backup with "strongroom backup restore".',
    )
  makeFolder(dataDir)
  prepareFile(file, anchorFile)
  sync(dataDir)
  const reader = unlessDamaged(() => openDatabase(file, { readonly: true }))
  const snapshot = createSharedSnapshot(reader)
  const writer = createWriter({ file, anchorFile })
  const monitor = createWriteMonitor({
    test: () => writer.run('testWriting', { at: Date.now() }),
    isSuspect: () => looksUnwritable(dataDir),
  })
  return {
    ...readsOf({ db: reader, snapshot, anchorFile }),
    ...writesOf({ db: reader, writer, monitor, snapshot }),
    writeFault: monitor.fault,
    clockOffset: () => 0,
    connections: () => null,
    onBroken: writer.onBroken,
    onWarning: writer.onWarning,
    close: async () => {
      // First, so that the writer's is the last connection.
      reader.close()
      await writer.close()
    },
  }
}
