import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NewAuditRecord } from '../by.ts'
import { eventOf } from '../events.ts'
import type { AuditHead } from '../store.ts'
import { StoreError } from '../store-error.ts'
import { appendRecords } from './append-audit.ts'
import { addEvent } from './append-events.ts'
import type { Database, PooledConnection, SqlQuery } from './connection.ts'
import { type Evidence, evidenceSql, fateOf } from './fate-of-commit.ts'
import { asStoreError, isConnectionLost, isOfStandby, isTooLate, mayPass } from './fault-of.ts'
import { commandTimesSql, within } from './time-limits.ts'

/** What a write may do until its commit. */
export type Transaction = {
  readonly query: SqlQuery
  readonly copyIn: PooledConnection['copyIn']
  /** Statements without values and rows. */
  command(sql: string): Promise<unknown>
  /** Adds a record to the audit; it is chained to the others and stored with the commit. */
  audit(record: NewAuditRecord): void
}

/**
 * The statements of a write. It is done again when others wrote meanwhile what it read, so it changes nothing but the
 * database. It takes its locks in one order: changes, restrictions, custodian, rotation, all else.
 */
export type Work<Output> = (transaction: Transaction) => Promise<Output>

export type TransactionOptions = {
  /** Whether the store finds the outcome of a lost COMMIT and goes on from there; else the one who asked does. */
  readonly isRepeated: boolean
  /**
   * When the request that waits has to be answered, by `performance.now()`. Without one no request waits, as for imports and
   * upkeep, and the work has the time of a command.
   */
  readonly deadline?: number
  /** Called when a COMMIT was not answered in its time. */
  readonly onLateCommit?: () => void
  /** Called with the last record of each commit that has one, before it is answered. */
  readonly onHead?: (head: NonNullable<AuditHead>) => Promise<void>
}

const mostTries = 6
/** The most milliseconds before the second try; before each later one, twice as many. */
const firstPause = 20

/** What a try came to; `again` where nothing was stored and the next one may succeed, though it may have waited too long. */
type Try<Output> =
  | { readonly kind: 'done'; readonly output: Output }
  | { readonly kind: 'again'; readonly reason: unknown; readonly isWaitOver: boolean }

/** Does the work in one transaction. Throws a `StoreError`. */
export async function inTransaction<Output>(
  database: Database,
  work: Work<Output>,
  options: TransactionOptions,
): Promise<Output> {
  if (isOver(options)) throw new StoreError('busy', 'TIMEOUT', 'others wrote until the time of this write was over')
  let current = options
  for (let tries = 1; ; tries += 1) {
    const tried = await attempt(database, work, current)
    if (tried.kind === 'done') return tried.output
    const isFirst = tries === 1
    const mayOverrun = isFirst && (!tried.isWaitOver || stoodStill(current))
    if (tries === mostTries || (isOver(current) && !mayOverrun)) throw asStoreError(tried.reason)
    if (isFirst) current = withTimeToRepeat(options)
    await sleep(randomInt(firstPause * 2 ** (tries - 1)))
  }
}

/** Milliseconds that a second try has, as where this process stood still until the database closed the connection. */
const leastToRepeat = 1_000
/** A process that notices so late that its time is over stood still. */
const lateness = 500

function withTimeToRepeat(options: TransactionOptions): TransactionOptions {
  if (options.deadline === undefined) return options
  return { ...options, deadline: Math.max(options.deadline, performance.now() + leastToRepeat) }
}

const timeLeft = ({ deadline = Number.POSITIVE_INFINITY }: TransactionOptions) => deadline - performance.now()
/** Timers may fire a little early. */
const isOver = (options: TransactionOptions) => timeLeft(options) < 20
const stoodStill = (options: TransactionOptions) => timeLeft(options) < -lateness

async function attempt<Output>(
  database: Database,
  work: Work<Output>,
  options: TransactionOptions,
): Promise<Try<Output>> {
  let connection: PooledConnection
  try {
    connection = await database.take()
  } catch (reason) {
    if (!isConnectionLost(reason)) throw asStoreError(reason)
    return { kind: 'again', reason, isWaitOver: false }
  }
  const records: NewAuditRecord[] = []
  const doWork = async () => {
    const evidence = await begin(connection, options)
    const { query, command, copyIn } = connection
    const output = await work({ query, command, copyIn, audit: (record) => void records.push(record) })
    return { evidence, output }
  }
  let worked: Awaited<ReturnType<typeof doWork>>
  try {
    worked = await within(timeLeft(options), doWork())
  } catch (error) {
    return undone(connection, error)
  }
  const { evidence, output } = worked
  const committed = await commit(connection, records, timeToCommit(options))
  if (committed.kind === 'not stored') return undone(connection, committed.reason)
  connection.release(committed.kind === 'unknown')
  if (committed.kind === 'unknown' && isTooLate(committed.reason)) options.onLateCommit?.()
  if (committed.kind === 'unknown' && !(await isStored(database, { ...evidence, head: committed.head }, options)))
    return { kind: 'again', reason: committed.reason, isWaitOver: false }
  if (committed.head) await options.onHead?.(committed.head)
  return { kind: 'done', output }
}

/** What tells the transaction from all others is asked for with its beginning. */
async function begin({ command, query }: PooledConnection, { deadline }: TransactionOptions): Promise<Evidence> {
  const beginning = [command('BEGIN'), ...(deadline === undefined ? commandTimesSql.map(command) : [])]
  const [[evidence]] = await Promise.all([query<Evidence>(evidenceSql), ...beginning])
  return evidence as Evidence
}

/** Nothing was stored: the COMMIT was not sent, or was refused. */
async function undone<Output>(connection: PooledConnection, reason: unknown): Promise<Try<Output>> {
  const isLost = isConnectionLost(reason)
  const isRolledBack = !isLost && (await connection.command('ROLLBACK').then(...settled))
  connection.release(!isRolledBack || isOfStandby(reason))
  if (isLost || mayPass(reason)) return { kind: 'again', reason, isWaitOver: isTooLate(reason) }
  throw asStoreError(reason)
}

const settled = [() => true, () => false] as const

type Committed =
  | { readonly kind: 'stored'; readonly head: AuditHead }
  | { readonly kind: 'not stored'; readonly reason: unknown }
  | { readonly kind: 'unknown'; readonly head: AuditHead; readonly reason: unknown }

const notReplicated = /committed locally/

/** Changes something, so that the COMMIT waits for a synchronous standby as that of any other write. */
export const confirmSql = 'UPDATE write_tests SET at = at'

/** Milliseconds that a COMMIT waits for the end of the chain and for a synchronous standby, which no setting of PostgreSQL bounds. */
const mostToCommit = { ofRequest: 2_500, ofCommand: 4_000 } as const
const leastToCommit = 1_000
const mostToConfirm = 1_000

const timeToCommit = (options: TransactionOptions) =>
  options.deadline === undefined
    ? mostToCommit.ofCommand
    : Math.max(leastToCommit, Math.min(mostToCommit.ofRequest, timeLeft(options)))

/** The events go first, for the end of the chain is locked by the first record. */
function appendAll(connection: PooledConnection, records: readonly NewAuditRecord[]): Promise<unknown>[] {
  const events = records.flatMap((record) => eventOf(record) ?? [])
  return [...events.map((event) => addEvent(connection.query, event)), ...appendRecords(connection, records)]
}

/** Sends the records and the COMMIT at once. */
async function commit(
  connection: PooledConnection,
  records: readonly NewAuditRecord[],
  most: number,
): Promise<Committed> {
  const appending = Promise.allSettled(appendAll(connection, records))
  const [tag] = await Promise.allSettled([within(most, connection.command('COMMIT'))])
  if (tag.status === 'rejected' && isTooLate(tag.reason)) return { kind: 'unknown', head: null, reason: tag.reason }
  const appended = await appending
  const last = appended.at(-1)
  const head = last?.status === 'fulfilled' ? (last.value as AuditHead) : null
  if (tag.status === 'rejected')
    return isConnectionLost(tag.reason)
      ? { kind: 'unknown', head, reason: tag.reason }
      : { kind: 'not stored', reason: tag.reason }
  const refused = appended.find((each) => each.status === 'rejected')
  if (refused?.status === 'rejected') return { kind: 'not stored', reason: refused.reason }
  if (tag.value !== 'COMMIT') return { kind: 'not stored', reason: new Error(`COMMIT was answered ${tag.value}`) }
  const notice = connection.notices.find((text) => notReplicated.test(text))
  return notice ? { kind: 'unknown', head, reason: new Error(notice) } : { kind: 'stored', head }
}

/**
 * Whether a synchronous standby, if there is one, has what is stored by now. Commits are replicated in their order, and one
 * that changed nothing waits for none.
 */
async function isReplicated(database: Database): Promise<boolean> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const confirmed = await confirm(database)
    if (confirmed.kind === 'stored') return true
    if (!isConnectionLost(confirmed.reason) || isTooLate(confirmed.reason)) return false
  }
  return false
}

async function confirm(database: Database): Promise<Committed> {
  try {
    const connection = await database.take()
    const confirming = Promise.all([connection.command('BEGIN'), connection.command(confirmSql)])
    const confirmed = await confirming.then(
      () => commit(connection, [], mostToConfirm),
      (reason: unknown) => ({ kind: 'not stored', reason }) as const,
    )
    connection.release(confirmed.kind !== 'stored')
    return confirmed
  } catch (reason) {
    return { kind: 'not stored', reason }
  }
}

/** Whether a transaction is stored whose COMMIT was not answered. Throws where that is not known, or for another to find. */
async function isStored(database: Database, evidence: Evidence, { isRepeated }: TransactionOptions): Promise<boolean> {
  const fate = await fateOf(database, evidence)
  if (isRepeated && fate === 'not stored') return false
  if (isRepeated && fate === 'stored' && (await isReplicated(database))) return true
  throw new StoreError('unknown-outcome', 'COMMIT', 'the answer to the COMMIT was lost')
}
