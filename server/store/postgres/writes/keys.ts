import type { RotationCompletion } from '../../rotation-writes.ts'
import { StoreError } from '../../store-error.ts'
import type { KeyActivation, NewKey } from '../../writes.ts'
import type { SqlQuery } from '../connection.ts'
import { lockRestrictions } from '../locks.ts'
import { missedBySql } from '../reads/credentials.ts'
import type { Transaction } from '../transact.ts'

export async function readActiveKeyId(query: SqlQuery): Promise<string | null> {
  const [row] = await query<{ key_id: string }>("SELECT key_id FROM keys WHERE state = 'active'")
  return row?.key_id ?? null
}

/** A key may have been replaced since the credentials were sealed; the old one is not to wrap anything new. */
export async function assertSealedUnderActive(
  query: SqlQuery,
  { sealed: { keyId } }: RotationCompletion,
): Promise<void> {
  const active = await readActiveKeyId(query)
  if (active !== null && active !== keyId)
    throw new StoreError('replaced-key', '', `the credentials are sealed under key ${keyId}, but ${active} is active`)
}

/** Names the key that is to become active, in the place of any other that was. The active one stays as it is. */
async function announceKey({ query }: Transaction, { keyId, fingerprintRoot }: NewKey): Promise<void> {
  await lockRestrictions(query)
  if ((await readActiveKeyId(query)) === keyId) return
  await query("UPDATE keys SET state = 'retired' WHERE state = 'next' AND key_id <> $keyId", { keyId })
  await query(
    `INSERT INTO keys (key_id, state, fingerprint_root) VALUES ($keyId, 'next', $fingerprintRoot)
     ON CONFLICT (key_id) DO UPDATE SET state = 'next', held_at = NULL,
       fingerprint_root = coalesce(keys.fingerprint_root, excluded.fingerprint_root)`,
    { keyId, fingerprintRoot },
  )
}

type Held = { readonly keyId: string; readonly at: number; readonly serverId: string }

/** Notes it once, though each server asks every second until all of them can use the key. */
async function noteKeyHeld({ query }: Transaction, held: Held): Promise<void> {
  await query("UPDATE keys SET held_at = $at WHERE key_id = $keyId AND state = 'next' AND held_at IS NULL", held)
  await query(
    `INSERT INTO key_holders (server_id, key_id) SELECT $serverId, $keyId
     WHERE NOT EXISTS (SELECT FROM key_holders WHERE server_id = $serverId AND key_id = $keyId)
     ON CONFLICT (server_id) DO UPDATE SET key_id = excluded.key_id`,
    held,
  )
}

/** Whether a server lives that cannot use the key, or another key was announced in its place. */
async function isMissed(query: SqlQuery, keyId: string): Promise<boolean> {
  const sql = `SELECT 1 AS found FROM keys k WHERE key_id = $keyId AND (state <> 'next' OR EXISTS (${missedBySql}))`
  return (await query(sql, { keyId })).length > 0
}

/** From its commit on, credentials that were sealed under another key are not stored. */
async function activateKey({ query, audit }: Transaction, { keyId, from, ...by }: KeyActivation): Promise<boolean> {
  await lockRestrictions(query)
  const active = await readActiveKeyId(query)
  if (active === keyId) return true
  if (active !== from) return false
  if (from !== null && (await isMissed(query, keyId))) return false
  await query("UPDATE keys SET state = 'retired' WHERE state = 'active'")
  const sql = "UPDATE keys SET state = 'active' WHERE key_id = $keyId AND state = 'next' RETURNING key_id"
  if ((await query(sql, { keyId })).length !== 1) throw new Error(`key ${keyId} was not announced`)
  if (from !== null) audit({ ...by, kind: 'keys.rotated', details: { from, to: keyId } })
  return true
}

export const keyWrites = { announceKey, noteKeyHeld, activateKey } as const
