import { canonicalAddress } from '../../../../shared/address.ts'
import type { PutCount, ReserveAccountEntry } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import { type Put, putEntries, refuse } from './put-entries.ts'
import { missing } from './put-references.ts'
import { putRow } from './put-row.ts'
import { recordChange } from './record-change.ts'

type Stored = { blockchain_id: bigint; address: string }

export const putReserveAccounts = (db: Connection, { entries, by }: Put<ReserveAccountEntry>): PutCount =>
  putEntries(entries.map(canonical), (entry) => {
    const reason = missing(db, 'networks', entry.blockchainId) ?? addressTaken(db, entry) ?? addressIsSet(db, entry)
    if (reason) return refuse(reason)
    const changed = { kind: 'reserve-account.changed', ids: { reserveAccountId: entry.reserveAccountId } } as const
    return putRow(db, { table: 'reserve_accounts', row: rowOf(entry), onChange: recordChange(db, by, changed) })
  })

const canonical = (entry: ReserveAccountEntry) => ({ ...entry, address: canonicalAddress(entry.address) })

const rowOf = ({ reserveAccountId, blockchainId, address, name }: ReserveAccountEntry) => ({
  reserve_account_id: toInt(reserveAccountId),
  blockchain_id: toInt(blockchainId),
  address,
  name,
})

function addressTaken(db: Connection, entry: ReserveAccountEntry): string | null {
  const { reserveAccountId, blockchainId, address } = entry
  const other = prepared<{ reserve_account_id: bigint }>(
    db,
    'SELECT reserve_account_id FROM reserve_accounts WHERE blockchain_id = ? AND address = ? AND reserve_account_id <> ?',
  ).get(toInt(blockchainId), address, toInt(reserveAccountId))
  return other ? `the address ${address} is reserve account ${other.reserve_account_id} already` : null
}

/** Its sums are those of one address. */
function addressIsSet(db: Connection, { reserveAccountId, blockchainId, address }: ReserveAccountEntry): string | null {
  const stored = prepared<Stored>(
    db,
    `SELECT blockchain_id, address FROM reserve_accounts r WHERE reserve_account_id = ?
     AND EXISTS (SELECT 1 FROM account_totals t WHERE t.reserve_account_id = r.reserve_account_id)`,
  ).get(toInt(reserveAccountId))
  if (!stored || (stored.address === address && stored.blockchain_id === toInt(blockchainId))) return null
  return `reserve account ${reserveAccountId} has transactions, so it stays at ${stored.address}; give the other address an id of its own`
}
