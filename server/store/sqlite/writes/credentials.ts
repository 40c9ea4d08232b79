import { toInt } from '../../integers.ts'
import type { CredentialVersion } from '../../records.ts'
import type { RotationCompletion } from '../../rotation-writes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

/** Makes new credentials the active ones; those that were stay sealed until they are erased. */
export function replaceActive(db: Connection, completion: RotationCompletion): void {
  const { custodianId, rotationId, version, sealed, at } = completion
  const custodian = toInt(custodianId)
  prepared(db, 'UPDATE credentials SET retired_at = ? WHERE custodian_id = ? AND retired_at IS NULL').run(at, custodian)
  prepared(
    db,
    `INSERT INTO credentials (custodian_id, version, key_id, wrapped_key, ciphertext, stored_at, api_key_id)
     VALUES ($custodian, $version, $keyId, $wrappedKey, $ciphertext, $at,
       (SELECT api_key_id FROM rotations WHERE rotation_id = $rotationId))`,
  ).run({ custodian, version, at, rotationId, ...sealed })
}

/** Replaces wrapped keys; credentials that are another by now stay as they are. */
export function rewrapCredentials(db: Connection, pairs: readonly CredentialVersion[]): void {
  const update = prepared(
    db,
    'UPDATE credentials SET key_id = ?, wrapped_key = ? WHERE custodian_id = ? AND version = ? AND ciphertext = ?',
  )
  for (const { custodianId, version, sealed } of pairs)
    update.run(sealed.keyId, sealed.wrappedKey, toInt(custodianId), version, sealed.ciphertext)
}
