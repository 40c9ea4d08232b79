import { DataFolderError } from '../../platform/data-folder-error.ts'
import type { DatabasePlace } from '../database-place.ts'
import type { Reads, Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { createWriteMonitor } from '../write-monitor.ts'
import { type AnchorKeeper, keepAnchor } from './anchor-keeper.ts'
import { type Database, openPool, type SqlQuery } from './connection.ts'
import { itemReads } from './items/tables.ts'
import { holdLease } from './lease.ts'
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
import { createRun, writesOf } from './run-writes.ts'
import { mostToWrite, requestLimits } from './time-limits.ts'
import { inTransaction, type Transaction } from './transact.ts'
import { createVersionedReads } from './versioned-reads.ts'
import { faultOfAnswer, mostInFlight, type VersionWatch, watchVersions } from './versions.ts'

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
