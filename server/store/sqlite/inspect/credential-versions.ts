import type { InspectedVersion, Misfit } from '../../inspection.ts'
import { type InspectedRow, type MisfitRow, toInspectedVersion, toMisfit } from '../../rows/credentials.ts'
import type { Connection } from '../connection.ts'

/** Every sealed pair, those kept for a day after their rotation too. */
export function* storedVersions(db: Connection): Generator<InspectedVersion> {
  const rows = db
    .prepare<[], InspectedRow>('SELECT p.*, c.tenant_id FROM credentials p JOIN custodians c USING (custodian_id)')
    .iterate()
  for (const row of rows) yield toInspectedVersion(row)
}

/** Custodians that do not have exactly the one current pair of their version, or none while they are at version 0. */
export const misfits = (db: Connection): readonly Misfit[] =>
  db
    .prepare<[], MisfitRow>(
      `SELECT c.custodian_id, c.credential_version, count(p.version) AS pairs
       FROM custodians c LEFT JOIN credentials p ON p.custodian_id = c.custodian_id AND p.retired_at IS NULL
       GROUP BY c.custodian_id
       HAVING pairs <> (c.credential_version > 0) OR ifnull(max(p.version), 0) <> c.credential_version
       LIMIT 20`,
    )
    .all()
    .map(toMisfit)
