import type { CustodianRecord } from '../../store.ts'
import type { CustodianEntry, PutCount } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { type Put, putEntries, refuse } from './put-entries.ts'
import { missing } from './put-references.ts'
import { putRow } from './put-row.ts'
import { recordChange } from './record-change.ts'

export const putCustodians = (db: Connection, { entries, by }: Put<CustodianEntry>): PutCount =>
  putEntries(entries, (entry) => {
    const stored = findCustodian(db, { custodianId: entry.custodianId, tenantId: null })
    const reason =
      missing(db, 'tenants', entry.tenantId) ??
      (stored && (objection(db, stored, entry) ?? (by.mayChangeBaseUrl ? null : otherHost(stored, entry))))
    if (reason) return refuse(reason)
    if (stored && (stored.name !== entry.name || stored.provider !== entry.provider)) raiseVersion(db, entry)
    const { custodianId, tenantId } = entry
    const onChange = recordChange(db, by, { kind: 'custodian.changed', tenantId, custodianId })
    return putRow(db, { table: 'custodians', row: rowOf(entry), onChange })
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

/** The part of a base URL that tells who is sent the credentials. */
const originOf = (baseUrl: string | null): string | null =>
  baseUrl && /^https?:/.test(baseUrl) && URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl

/** The next rotation or check sends credentials to the base URL. */
function otherHost({ custodianId, baseUrl, credentialVersion }: CustodianRecord, entry: CustodianEntry): string | null {
  if (credentialVersion === 0 || originOf(baseUrl) === originOf(entry.baseUrl)) return null
  const [from, to] = [baseUrl ?? "the provider's own address", entry.baseUrl ?? "the provider's own address"]
  return `custodian ${custodianId} has credentials, and they would be sent to ${to} instead of ${from}; if that is intended, import it with --allow-base-url-change`
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
