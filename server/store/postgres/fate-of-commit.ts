import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditHead } from '../store.ts'
import type { Database, PooledConnection, SqlQuery } from './connection.ts'
import { timelineSql } from './primary.ts'

/** What tells a transaction from all others. */
export type Evidence = {
  readonly xid: string
  /** Moves when another server of the database takes over, whose transactions then have the same numbers. */
  readonly timeline: string
  /** Its last audit record, where the answer to that came. */
  readonly head?: AuditHead
}

export const evidenceSql = `SELECT pg_current_xact_id()::text AS xid, ${timelineSql} AS timeline`

export type Fate = 'stored' | 'not stored' | 'unknown'

/** In milliseconds. */
const patience = 1_500
const betweenLooks = 50

/**
 * Whether a transaction is stored whose COMMIT was not answered. Once that is known it stays so: where its connection still
 * runs at the database, it is ended.
 */
export async function fateOf(database: Database, evidence: Evidence): Promise<Fate> {
  const end = performance.now() + patience
  while (performance.now() < end) {
    const fate = await lookUp(database, evidence).catch(() => null)
    if (fate) return fate
    await sleep(betweenLooks)
  }
  return 'unknown'
}

async function lookUp(database: Database, evidence: Evidence): Promise<Fate | null> {
  const connection = await database.take()
  let isBroken = true
  try {
    const fate = await fateNow(connection, evidence)
    isBroken = false
    return fate
  } finally {
    connection.release(isBroken)
  }
}

type Look = { readonly status: string | null; readonly timeline: string }

const statusSql = `SELECT pg_xact_status($xid::text::xid8) AS status, ${timelineSql} AS timeline`
const endSql = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_xid = $xid::text::xid8::xid'

/** null while it is undecided. */
async function fateNow(
  { query, command }: PooledConnection,
  { xid, timeline: before, head }: Evidence,
): Promise<Fate | null> {
  const [look] = await query<Look>(statusSql, { xid })
  if (look?.timeline !== before) return head ? byRecord({ query, command }, head) : 'unknown'
  if (look.status === 'committed') return 'stored'
  if (look.status === 'aborted') return 'not stored'
  await query(endSql, { xid })
  return null
}

/** On another timeline the record itself tells; a transaction that still commits holds the head of the chain until then. */
async function byRecord(
  { query, command }: { readonly query: SqlQuery; readonly command: PooledConnection['command'] },
  { sequence, hash }: NonNullable<AuditHead>,
): Promise<Fate> {
  await command('BEGIN')
  await query('SELECT 1 FROM audit_head FOR UPDATE')
  const found = await query('SELECT 1 FROM audit WHERE sequence = $sequence AND hash = $hash', { sequence, hash })
  await command('ROLLBACK')
  return found.length > 0 ? 'stored' : 'not stored'
}
