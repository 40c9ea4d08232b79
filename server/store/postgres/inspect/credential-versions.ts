import type { InspectedVersion, Inspection } from '../../inspection.ts'
import { type InspectedRow, type MisfitRow, toInspectedVersion, toMisfit } from '../../rows/credentials.ts'
import type { SqlQuery } from '../connection.ts'
import { rowsOf } from './pages.ts'

const versionsSql = `
  SELECT p.custodian_id, c.tenant_id, p.version, p.key_id, p.wrapped_key, p.ciphertext, p.retired_at
  FROM credentials p JOIN custodians c USING (custodian_id)
  WHERE (p.custodian_id, p.version) > ($custodian::bigint, $version::bigint)
  ORDER BY p.custodian_id, p.version LIMIT $limit`

/** Every sealed pair, those kept for a day after their rotation too. */
async function* storedVersions(query: SqlQuery): AsyncGenerator<InspectedVersion> {
  const placeOf = (row: InspectedRow | null) => ({ custodian: row?.custodian_id ?? 0, version: row?.version ?? 0 })
  for await (const row of rowsOf<InspectedRow>(query, { sql: versionsSql, placeOf })) yield toInspectedVersion(row)
}

const misfitsSql = `
  SELECT c.custodian_id, c.credential_version, count(p.version) AS pairs
  FROM custodians c LEFT JOIN credentials p ON p.custodian_id = c.custodian_id AND p.retired_at IS NULL
  GROUP BY c.custodian_id
  HAVING count(p.version) <> (c.credential_version > 0)::int OR coalesce(max(p.version), 0) <> c.credential_version
  LIMIT 20`

/** Custodians that do not have exactly the one current pair of their version, or none while they are at version 0. */
export const credentialInspection = (query: SqlQuery): Pick<Inspection, 'pairs' | 'misfits'> => ({
  pairs: () => storedVersions(query),
  misfits: async () => (await query<MisfitRow>(misfitsSql)).map(toMisfit),
})
