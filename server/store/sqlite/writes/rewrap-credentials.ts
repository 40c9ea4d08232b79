import type { CredentialVersion } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'

export function rewrapCredentials(db: Connection, pairs: readonly CredentialVersion[]): void {
  const update = prepared(
    db,
    'UPDATE credentials SET key_id = ?, wrapped_key = ? WHERE custodian_id = ? AND version = ? AND ciphertext = ?',
  )
  for (const { custodianId, version, sealed } of pairs)
    update.run(sealed.keyId, sealed.wrappedKey, toInt(custodianId), version, sealed.ciphertext)
}
