import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '../store-error.ts'
import type { SqlQuery } from './connection.ts'
import { asStoreError } from './fault-of.ts'
import { databaseTime } from './lease.ts'
import { timelineSql } from './primary.ts'
import { requestLimits, within } from './time-limits.ts'

/** Each moves with every change of what it stands for, whichever server makes it. */
export type StoredVersions = {
  /** Differs on each timeline: a standby that takes over may lack changes, and count others by the same numbers. */
  readonly tokens: bigint
  readonly wallets: bigint
  readonly networks: bigint
  readonly ledger: bigint
  readonly assets: bigint
  /** Of the database server; another one takes over with the next. After an older state was restored, it is another one too. */
  readonly timeline: string
}

const sql = `
  SELECT tokens_version AS tokens, wallets_version AS wallets, networks_version AS networks, ledger_version AS ledger,
    assets_version AS assets, ${timelineSql} AS timeline, ${databaseTime} AS now, sequence AS head
  FROM installation, audit_head`

type Answer = StoredVersions & { readonly now: bigint; readonly head: bigint }

/** Milliseconds in which a database answers; a request that it keeps waiting for longer is refused. */
const mostToAnswer = 3_000

/** Milliseconds for which a question is not asked again that was refused after a long wait: a request may ask it twice. */
const refusalLasts = 250
const longWait = 1_000

/** Questions that wait for an answer at once, each on a connection of its own; what is asked meanwhile shares the next. */
export const mostInFlight = 2

/** An answer that took longer, in milliseconds, says too little of when the database read its clock. */
const precise = 100

/** How far the clock of the database is ahead of this machine's, by the answers that came quickly. */
function createOffset() {
  let offset: number | null = null
  return {
    get: () => offset ?? 0,
    note: ({ now }: Answer, sentAt: number) => {
      const took = performance.now() - sentAt
      if (offset === null || took < precise) offset = Math.round(Number(now) + took / 2 - Date.now())
    },
  }
}

/**
 * What a server may answer without asking for more. All that is read in one turn of the event loop shares one question to
 * the database, which is sent after all of it was asked for: a change that was acknowledged before is always seen.
 */
export type VersionWatch = {
  /** The versions at a moment after this call. */
  read(): Promise<StoredVersions>
  /** Those that were read in this turn of the event loop; null where none were. */
  current(): StoredVersions | null
  /** Milliseconds by which the clock of the database is ahead of this machine's. */
  clockOffset(): number
}

/** Lets `mostInFlight` go on at once, and then one more at each release; only one may wait. */
function createSlots() {
  let taken = 0
  let free = () => {}
  return {
    async take() {
      if (taken === mostInFlight) await new Promise<void>((resolve) => (free = resolve))
      taken += 1
    },
    release() {
      taken -= 1
      free()
    },
  }
}

/** Counts how often the database went back to an older state: the audit ends before a record that was known of. */
function createRestores() {
  let known = 0n
  let count = 0
  return {
    known: () => known,
    /** How many there were by this answer; it has all records of `before`, unless it is of an older state. */
    note(head: bigint, before: readonly bigint[]): number {
      const isOlder = before.some((record) => head < record)
      if (isOlder) count += 1
      known = isOlder || head > known ? head : known
      return count
    },
  }
}

/** What this server acknowledged itself. */
export type OwnRecords = {
  /** The number of the last one. */
  acknowledged(): bigint
  /** Called before the first answer of each timeline, and may refuse it. */
  verify(): Promise<void>
}

export function watchVersions(query: SqlQuery, own: OwnRecords): VersionWatch {
  let next: Promise<StoredVersions> | null = null
  let current: StoredVersions | null = null
  let timeline: string | null = null
  const restores = createRestores()
  const offset = createOffset()
  const slots = createSlots()
  let refused = { error: null as unknown, until: Number.NEGATIVE_INFINITY }

  const refuse = (error: unknown, askedAt: number): never => {
    const now = performance.now()
    if (now - askedAt > longWait) refused = { error, until: now + refusalLasts }
    throw asStoreError(error)
  }
  const answer = async (): Promise<StoredVersions> => {
    const sentAt = performance.now()
    if (sentAt < refused.until) throw refused.error
    const before = [restores.known(), own.acknowledged()]
    const [answered] = await query<Answer>(sql, {}, mostToAnswer)
    if (!answered) throw rowMissing()
    offset.note(answered, sentAt)
    const versions = onTimeline(answered, restores.note(answered.head, before))
    if (timeline !== versions.timeline) await own.verify()
    timeline = versions.timeline
    current = versions
    setImmediate(() => {
      if (current === versions) current = null
    })
    return versions
  }
  const ask = async (): Promise<StoredVersions> => {
    await new Promise((resolve) => setImmediate(resolve))
    await slots.take()
    next = null
    return answer().finally(slots.release)
  }
  const askInTime = () => {
    const askedAt = performance.now()
    // A question that waits behind others without an answer fails as they do.
    return within(requestLimits.answer, ask()).catch((error: unknown) => refuse(error, askedAt))
  }
  return {
    read: () => (next ??= askInTime()),
    current: () => current,
    clockOffset: offset.get,
  }
}

const rowMissing = () =>
  new StoreError('damaged', 'NOROW', 'the one row of the table installation or audit_head is missing')

/** After each restore, the same numbers stand for other data, as they do on another timeline. */
function onTimeline(answered: Answer, restored: number): StoredVersions {
  const { timeline, tokens } = answered
  const epoch = (BigInt(`0x${timeline}`) << 32n) + BigInt(restored)
  return { ...answered, timeline: `${timeline}.${restored}`, tokens: (epoch << 64n) + tokens }
}

/** Why the database does not answer, or is no primary with what was acknowledged; null where it does. */
export async function faultOfAnswer(versions: VersionWatch): Promise<StoreError | null> {
  const late = sleep(mostToAnswer, undefined, { ref: false }).then(() => {
    throw new StoreError('unreachable', 'ETIMEDOUT', 'the database does not answer')
  })
  return Promise.race([versions.read(), late]).then(() => null, asStoreError)
}
