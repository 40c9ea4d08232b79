import { canonicalAddress } from '../../../../shared/address.ts'
import { type ReserveAccountNow, refusalOfReserveAccount } from '../../../import/refusals.ts'
import type { PutCount, ReserveAccountEntry } from '../../import-writes.ts'
import { toInt } from '../../integers.ts'
import { type Put, putEntries, refuseEntry } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { disabledOnNetwork, missing } from './put-references.ts'
import { putRow } from './put-row.ts'
import { recordChange } from './record-change.ts'

export const putReserveAccounts = (db: Connection, { entries, by }: Put<ReserveAccountEntry>): PutCount =>
  putEntries(entries.map(canonical), (entry) => {
    const reason =
      missing(db, 'networks', entry.blockchainId) ?? refusalOfReserveAccount(entry, reserveAccountNow(db, entry))
    if (reason) return refuseEntry(reason)
    const changed = { kind: 'reserve-account.changed', ids: { reserveAccountId: entry.reserveAccountId } } as const
    return putRow(db, {
      table: 'reserve_accounts',
      row: rowOf(entry),
      refusalOf: disabledOnNetwork(db, 'reserve_accounts'),
      onChange: recordChange(db, by, changed),
    })
  })

const canonical = (entry: ReserveAccountEntry) => ({ ...entry, address: canonicalAddress(entry.address) })

const rowOf = ({ reserveAccountId, blockchainId, address, name }: ReserveAccountEntry) => ({
  reserve_account_id: toInt(reserveAccountId),
  blockchain_id: toInt(blockchainId),
  address,
  name,
})

type PlacedAccount = Omit<ReserveAccountEntry, 'name'>

export function reserveAccountNow(db: Connection, entry: PlacedAccount): ReserveAccountNow {
  const account = toInt(entry.reserveAccountId)
  const holder = prepared<{ id: bigint }>(
    db,
    `SELECT reserve_account_id AS id FROM reserve_accounts
     WHERE blockchain_id = ? AND address = ? AND reserve_account_id <> ?`,
  ).get(toInt(entry.blockchainId), entry.address, account)
  const place = prepared<{ blockchainId: bigint; address: string }>(
    db,
    `SELECT blockchain_id AS blockchainId, address FROM reserve_accounts r WHERE reserve_account_id = ?
     AND EXISTS (SELECT 1 FROM account_totals t WHERE t.reserve_account_id = r.reserve_account_id)`,
  ).get(account)
  return { holderOfAddress: holder?.id ?? null, place: place ?? null }
}
