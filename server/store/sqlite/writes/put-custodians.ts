import { refusalOfCustodian } from '../../../import/refusals.ts'
import type { CustodianRecord } from '../../records.ts'
import type { CustodianEntry, PutCount } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { type Put, putEntries, refuseEntry } from './put-entries.ts'
import { missing } from './put-references.ts'
import { putRow } from './put-row.ts'
import { recordChange } from './record-change.ts'

export const putCustodians = (db: Connection, { entries, by }: Put<CustodianEntry>): PutCount =>
  putEntries(entries, (entry) => {
    const stored = findCustodian(db, { custodianId: entry.custodianId, tenantId: null })
    const reason =
      missing(db, 'tenants', entry.tenantId) ??
      (stored &&
        refusalOfCustodian(entry, {
          stored,
          isBeingAsked: isBeingAsked(db, stored),
          mayChangeBaseUrl: by.mayChangeBaseUrl ?? false,
        }))
    if (reason) return refuseEntry(reason)
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
