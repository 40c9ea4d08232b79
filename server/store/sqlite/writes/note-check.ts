import type { Verdict } from '../../../../shared/providers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

type Check = { readonly custodian: bigint; readonly version: bigint; readonly verdict: Verdict; readonly at: number }

/**
 * Remembers what a check found about the active credentials, if that version still is active. Only findings about them
 * itself; a provider that is down says nothing.
 */
export function noteCheck(db: Connection, { custodian, version, verdict, at }: Check): void {
  if (verdict === 'valid' || verdict === 'wrong-credentials')
    prepared(
      db,
      'UPDATE custodians SET last_check = ?, last_checked_at = ? WHERE custodian_id = ? AND credential_version = ?',
    ).run(verdict, at, custodian, version)
}
