import { attemptsKeptFor } from '../../../rotations/attempt-budget.ts'
import { previousKeptFor } from '../../../rotations/machine.ts'
import type { NewAuditRecord } from '../../by.ts'
import { erasedRecord, prunedRecord } from '../../pruning.ts'
import type { CredentialVersion } from '../../records.ts'
import type { TokenUse } from '../../token-writes.ts'
import type { AuditStreamMove, Erased, Expiry, Pruning } from '../../writes.ts'
import { asJson } from '../connection.ts'
import type { Transaction } from '../transact.ts'
import { raiseTokensVersion } from './tokens.ts'

/** What is kept for a time, and the column that says since when. */
const timesOf = ({ recordsKeptFor }: Expiry) =>
  [
    ['credentials', 'retired_at', previousKeptFor],
    ['idempotency_records', 'kept_at', recordsKeptFor],
    ['attempts', 'at', attemptsKeptFor],
  ] as const

/** Erases what has been kept for its time. What a clock that was fast had dated in the future counts from now on. */
async function eraseExpired({ query, audit }: Transaction, expiry: Expiry): Promise<Erased> {
  const { at } = expiry
  const counts: number[] = []
  for (const [table, column, time] of timesOf(expiry)) {
    await query(`UPDATE ${table} SET ${column} = $at WHERE ${column} > $at`, { at })
    const gone = await query(`DELETE FROM ${table} WHERE ${column} <= $since RETURNING 1`, { since: at - time })
    counts.push(gone.length)
  }
  const [pairs = 0, idempotencyRecords = 0, attempts = 0] = counts
  if (idempotencyRecords > 0) audit(erasedRecord(expiry, idempotencyRecords))
  return { pairs, idempotencyRecords, attempts }
}

const pruneSql = `
  DELETE FROM rotations WHERE rotation_id IN (
    SELECT rotation_id FROM rotations r
    WHERE ended_at < $endedBefore
      AND EXISTS (
        SELECT FROM rotations later WHERE later.custodian_id = r.custodian_id AND later.rotation_id > r.rotation_id)
      AND (outcome <> 'stored' OR EXISTS (
        SELECT FROM rotations later
        WHERE later.outcome = 'stored' AND later.custodian_id = r.custodian_id AND later.rotation_id > r.rotation_id))
      AND NOT EXISTS (SELECT FROM idempotency_records k WHERE k.rotation_id = r.rotation_id)
      AND NOT EXISTS (SELECT FROM rotations retry WHERE retry.retry_of = r.rotation_id)
    ORDER BY ended_at LIMIT $limit)
  RETURNING 1`

/** A rotation that a later one retries goes after that one, at the latest with the next call. */
async function pruneRotations({ query, audit }: Transaction, pruning: Pruning): Promise<number> {
  const { endedBefore, limit } = pruning
  const removed = await query(pruneSql, { endedBefore, limit })
  if (removed.length > 0) audit(prunedRecord('rotations.pruned', pruning, removed.length))
  return removed.length
}

/** The newest token stays, so that no ID is given twice: records of the audit name them. */
const pruneSessionsSql = `
  DELETE FROM operator_tokens WHERE token_id IN (
    SELECT token_id FROM operator_tokens o
    WHERE origin = 'sign-in' AND coalesce(revoked_at, expires_at) < $endedBefore
      AND token_id < (SELECT max(token_id) FROM operator_tokens)
      AND NOT EXISTS (SELECT FROM rotations r WHERE r.token_id = o.token_id)
      AND NOT EXISTS (SELECT FROM idempotency_records k WHERE k.token_id = o.token_id)
      AND NOT EXISTS (SELECT FROM attempts a WHERE a.token_id = o.token_id)
    ORDER BY coalesce(revoked_at, expires_at) LIMIT $limit FOR UPDATE SKIP LOCKED)
  RETURNING token_id`

async function pruneSessions({ query, audit }: Transaction, pruning: Pruning): Promise<number> {
  const { endedBefore, limit } = pruning
  const removed = await query<{ token_id: bigint }>(pruneSessionsSql, { endedBefore, limit })
  if (removed.length === 0) return 0
  const tokenIds = removed.map(({ token_id }) => `${token_id}`)
  await query('DELETE FROM token_uses WHERE token_id = ANY($tokenIds::bigint[])', { tokenIds })
  await raiseTokensVersion(query)
  audit(prunedRecord('sessions.pruned', pruning, removed.length))
  return removed.length
}

/** Replaces wrapped keys; credentials that are another by now stay as they are. */
async function rewrapCredentials({ query }: Transaction, pairs: readonly CredentialVersion[]): Promise<void> {
  const sql = `UPDATE credentials SET key_id = $keyId, wrapped_key = $wrappedKey
    WHERE custodian_id = $custodianId AND version = $version AND ciphertext = $ciphertext`
  for (const { custodianId, version, sealed } of pairs) await query(sql, { custodianId, version, ...sealed })
}

/** The latest use of each token. */
function latestUses(uses: readonly TokenUse[]): readonly TokenUse[] {
  const latest = new Map<string, TokenUse>()
  for (const use of uses) if ((latest.get(use.tokenId)?.at ?? 0) <= use.at) latest.set(use.tokenId, use)
  return [...latest.values()].sort((one, other) => (BigInt(one.tokenId) < BigInt(other.tokenId) ? -1 : 1))
}

async function recordTokenUses({ query }: Transaction, uses: readonly TokenUse[]): Promise<void> {
  const rows = latestUses(uses).map(({ tokenId, at, address }) => ({ token_id: tokenId, used_at: at, address }))
  await query(
    `INSERT INTO token_uses SELECT * FROM json_populate_recordset(NULL::token_uses, $rows)
     ON CONFLICT (token_id) DO UPDATE SET used_at = excluded.used_at, address = excluded.address
     WHERE excluded.used_at >= token_uses.used_at`,
    { rows: asJson(rows) },
  )
}

const recordAudit = async ({ audit }: Transaction, record: NewAuditRecord): Promise<void> => audit(record)

async function moveAuditStream({ query }: Transaction, move: AuditStreamMove): Promise<boolean> {
  const { destination } = move
  await query('INSERT INTO audit_streams VALUES ($destination, 0) ON CONFLICT DO NOTHING', { destination })
  const sql = 'UPDATE audit_streams SET sent_to = $to WHERE destination = $destination AND sent_to = $from RETURNING 1'
  return (await query(sql, move)).length === 1
}

export const upkeepWrites = {
  eraseExpired,
  pruneRotations,
  pruneSessions,
  rewrapCredentials,
  recordTokenUses,
  recordAudit,
  moveAuditStream,
} as const
