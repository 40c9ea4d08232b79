import { networkNameTaken } from '../../../import/refusals.ts'
import type { Network, PutCount } from '../../import-writes.ts'
import { toId, toInt } from '../../integers.ts'
import { putEntries, refuseEntry } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { disabled } from './put-references.ts'
import { putRow } from './put-row.ts'

export function putNetworks(db: Connection, entries: readonly Network[]): PutCount {
  const count = putEntries(entries, (entry) => {
    const other = otherOfThatName(db, entry)
    if (other) return refuseEntry(networkNameTaken(entry.name, toId(other)))
    const { blockchainId, name, icon } = entry
    const row = { blockchain_id: toInt(blockchainId), name, icon }
    return putRow(db, { table: 'networks', row, refusalOf: () => disabled(db, 'networks', row.blockchain_id) })
  })
  if (count.added || count.changed) raiseNetworksVersion(db)
  return count
}

/** Listings of wallets and the reserves report show networks. */
export const raiseNetworksVersion = (db: Connection): void => {
  prepared(db, 'UPDATE installation SET networks_version = networks_version + 1').run()
}

export const otherOfThatName = (
  db: Connection,
  { blockchainId, name }: Pick<Network, 'blockchainId' | 'name'>,
): bigint | undefined =>
  prepared<{ blockchain_id: bigint }>(
    db,
    'SELECT blockchain_id FROM networks WHERE name = ? AND blockchain_id <> ?',
  ).get(name, toInt(blockchainId))?.blockchain_id
