import type { Id } from '../../../../shared/primitives.ts'
import { refusalOfCustodian } from '../../../import/refusals.ts'
import type { CustodianEntry, PutCount } from '../../import-writes.ts'
import { toInt } from '../../integers.ts'
import { type Put, putEntries, refuseEntry } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
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
          isBeingAsked: isBeingAsked(db, stored.custodianId),
          mayChangeBaseUrl: by.mayChangeBaseUrl ?? false,
        }))
    if (reason) return refuseEntry(reason)
    const { custodianId, tenantId } = entry
    const onChange = recordChange(db, by, { kind: 'custodian.changed', tenantId, custodianId })
    const outcome = putRow(db, { table: 'custodians', row: rowOf(entry), onChange })
    const isShown = stored?.name !== entry.name || stored.provider !== entry.provider
    if (outcome === 'changed' && isShown) raiseWalletsVersion(db, custodianId)
    return outcome
  })

const rowOf = ({ custodianId, tenantId, name, provider, baseUrl }: CustodianEntry) => ({
  custodian_id: toInt(custodianId),
  tenant_id: toInt(tenantId),
  name,
  provider,
  base_url: baseUrl,
})

/** Whether a rotation or check of it is open. */
export const isBeingAsked = (db: Connection, custodianId: Id): boolean =>
  prepared(
    db,
    `SELECT 1 FROM rotations WHERE custodian_id = $id AND outcome IS NULL
     UNION ALL SELECT 1 FROM open_checks WHERE custodian_id = $id`,
  ).get({ id: toInt(custodianId) }) !== undefined

/** The listing shows its wallets, its name and its provider. */
export const raiseWalletsVersion = (db: Connection, custodianId: Id): void => {
  prepared(db, 'UPDATE custodians SET wallets_version = wallets_version + 1 WHERE custodian_id = ?').run(
    toInt(custodianId),
  )
}
