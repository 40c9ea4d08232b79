import type { KeyActivation, NewKey } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { activeKeyId } from '../reads/keys.ts'
import { prepared } from '../statements.ts'
import { appendAudit } from './append-audit.ts'

/** Names the key that is to become active, in the place of any other that was. The active one stays as it is. */
export function announceKey(db: Connection, { keyId, fingerprintRoot }: NewKey): void {
  if (activeKeyId(db) === keyId) return
  prepared(db, "UPDATE keys SET state = 'retired' WHERE state = 'next' AND key_id <> ?").run(keyId)
  prepared(
    db,
    `INSERT INTO keys (key_id, state, fingerprint_root) VALUES ($keyId, 'next', $fingerprintRoot)
     ON CONFLICT DO UPDATE SET state = 'next', held_at = NULL,
       fingerprint_root = ifnull(fingerprint_root, excluded.fingerprint_root)`,
  ).run({ keyId, fingerprintRoot })
}

export function noteKeyHeld(db: Connection, { keyId, at }: { readonly keyId: string; readonly at: number }): void {
  prepared(db, "UPDATE keys SET held_at = ? WHERE key_id = ? AND state = 'next' AND held_at IS NULL").run(at, keyId)
}

/** From its commit on, credentials that were sealed under another key are not stored. */
export function activateKey(db: Connection, { keyId, from, ...by }: KeyActivation): boolean {
  const active = activeKeyId(db)
  if (active === keyId) return true
  if (active !== from) return false
  prepared(db, "UPDATE keys SET state = 'retired' WHERE state = 'active'").run()
  const { changes } = prepared(db, "UPDATE keys SET state = 'active' WHERE key_id = ? AND state = 'next'").run(keyId)
  if (changes !== 1) throw new Error(`key ${keyId} was not announced`)
  if (from !== null) appendAudit(db, { ...by, kind: 'keys.rotated', details: { from, to: keyId } })
  return true
}
