import type { Id } from '../../../shared/primitives.ts'
import { type AllWrites, type WriteName, writesBy } from '../engine-writes.ts'
import { resolutions } from '../unknown-outcomes.ts'
import type { WriteMonitor } from '../write-monitor.ts'
import type { AnchorKeeper } from './anchor-keeper.ts'
import type { Database } from './connection.ts'
import type { Lease } from './lease.ts'
import { createPatience } from './time-limits.ts'
import { inTransaction, type Transaction } from './transact.ts'
import { ledgerWrites } from './writes/append-transactions.ts'
import { keyWrites } from './writes/keys.ts'
import { assetWrites } from './writes/put-assets.ts'
import { objectWrites } from './writes/put-objects.ts'
import { databaseWrites } from './writes/table.ts'

type InputOf<Name extends WriteName> = Parameters<(typeof databaseWrites)[Name]>[1]
type OutputOf<Name extends WriteName> = Awaited<ReturnType<(typeof databaseWrites)[Name]>>

/** Does a write in a transaction of its own, in the order that its queue asks for. */
export type RunInDatabase = <Name extends WriteName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>

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
  !upkeep.includes(name) && [keyWrites, objectWrites, assetWrites, ledgerWrites].every((table) => !(name in table))

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

type RunParts = { readonly database: Database; readonly monitor: WriteMonitor; readonly anchor: AnchorKeeper }

export function createRun({ database, monitor, anchor }: RunParts): RunInDatabase {
  const queued = createQueues()
  const patience = createPatience()
  return (name, input) => {
    const write = databaseWrites[name] as (transaction: Transaction, given: typeof input) => Promise<never>
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

/** The writes of a server that holds this lease. */
export function writesOf(run: RunInDatabase, lease: Lease, now: () => number): AllWrites {
  const appendInTurn = createTurns()
  const asServer = async <Input extends object>(input: Input) => ({ ...input, serverId: await lease.held() })
  return {
    ...writesBy(run, now),
    beginRotation: async (intent) => run('beginRotation', await asServer(intent)),
    beginCheck: async (intent) => run('beginCheck', await asServer(intent)),
    // Asked at the start of a server, which from then on counts as one.
    endInterrupted: async (by) => run('endInterrupted', await asServer(by)),
    noteKeyHeld: async (request) => run('noteKeyHeld', await asServer(request)),
    appendReserveTransactions: (batch) =>
      appendInTurn((onLocked) => run('appendReserveTransactions', { batch, onLocked })),
  }
}
