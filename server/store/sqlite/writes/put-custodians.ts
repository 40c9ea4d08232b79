import type { CustodianRecord } from '../../store.ts'
import type { CustodianEntry, PutCount } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { putEntries, refuse } from './put-entries.ts'
import { missing } from './put-references.ts'
import { putRow } from './put-row.ts'

export const putCustodians = (db: Connection, entries: readonly CustodianEntry[]): PutCount =>
  putEntries(entries, (entry) => {
    const stored = findCustodian(db, { custodianId: entry.custodianId, tenantId: null })
    const reason = missing(db, 'tenants', entry.tenantId) ?? (stored && objection(db, stored, entry))
    if (reason) return refuse(reason)
    if (stored && (stored.name !== entry.name || stored.provider !== entry.provider)) raiseVersion(db, entry)
    return putRow(db, { table: 'custodians', row: rowOf(entry) })
  })

const rowOf = ({ custodianId, tenantId, name, provider, baseUrl }: CustodianEntry) => ({
  custodian_id: toInt(custodianId),
  tenant_id: toInt(tenantId),
  name,
  provider,
  base_url: baseUrl,
})

/** Keys are bound to a tenant and to a provider, and an open rotation is asking one at this moment. */
function objection(db: Connection, stored: CustodianRecord, entry: CustodianEntry): string | null {
  const { custodianId, tenantId, provider, credentialVersion } = stored
  if (entry.tenantId !== tenantId)
    return `custodian ${custodianId} belongs to tenant ${tenantId} and cannot move to tenant ${entry.tenantId}`
  if (entry.provider !== provider && credentialVersion > 0)
    return `custodian ${custodianId} holds keys of ${provider}; give the one at ${entry.provider} an id of its own`
  if ((entry.provider !== provider || entry.baseUrl !== stored.baseUrl) && isBeingAsked(db, stored))
    return `custodian ${custodianId} has a rotation or check open; import its provider or baseUrl again when that has ended`
  return null
}

const isBeingAsked = (db: Connection, { custodianId }: CustodianRecord): boolean =>
  prepared(
    db,
    `SELECT 1 FROM rotations WHERE custodian_id = $id AND outcome IS NULL
     UNION ALL SELECT 1 FROM open_checks WHERE custodian_id = $id`,
  ).get({ id: toInt(custodianId) }) !== undefined

const raiseVersion = (db: Connection, { custodianId }: CustodianEntry) =>
  prepared(db, 'UPDATE custodians SET wallets_version = wallets_version + 1 WHERE custodian_id = ?').run(
    toInt(custodianId),
  )
