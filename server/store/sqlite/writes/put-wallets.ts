import type { Id } from '../../../../shared/primitives.ts'
import { type Reason, refusalOfMove, refusalOfWallet } from '../../../import/refusals.ts'
import type { PutCount, WalletEntry } from '../../import-writes.ts'
import { toId, toInt } from '../../integers.ts'
import { putEntries, refuseEntry } from '../../put-outcomes.ts'
import type { Connection } from '../connection.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { indexLabels } from './index-labels.ts'
import { raiseWalletsVersion } from './put-custodians.ts'
import { disabledOnNetwork, missing } from './put-references.ts'
import { putRow } from './put-row.ts'

type Stored = { tenant_id: bigint; custodian_id: bigint }

export function putWallets(db: Connection, entries: readonly WalletEntry[]): PutCount {
  const touched = new Set<Id>()
  const stored: Id[] = []
  const count = putEntries(entries, (entry) => {
    const before = storedWallet(db, entry)
    const reason = refusalOf(db, entry, before)
    if (reason) return refuseEntry(reason)
    const outcome = putRow(db, { table: 'wallets', row: rowOf(entry), refusalOf: disabledOnNetwork(db, 'wallets') })
    if (outcome !== 'added' && outcome !== 'changed') return outcome
    touched.add(entry.custodianId).add(before ? toId(before.custodian_id) : entry.custodianId)
    stored.push(entry.walletId)
    return outcome
  })
  for (const custodianId of touched) raiseWalletsVersion(db, custodianId)
  indexLabels(db, stored)
  return count
}

const storedWallet = (db: Connection, { walletId }: WalletEntry) =>
  prepared<Stored>(db, 'SELECT tenant_id, custodian_id FROM wallets WHERE wallet_id = ?').get(toInt(walletId))

function refusalOf(db: Connection, entry: WalletEntry, stored: Stored | undefined): Reason {
  const custodian = findCustodian(db, { custodianId: entry.custodianId, tenantId: null })
  return (
    missing(db, 'tenants', entry.tenantId) ??
    refusalOfWallet(entry, custodian) ??
    missing(db, 'networks', entry.blockchainId) ??
    (stored ? refusalOfMove(entry, stored.tenant_id) : null)
  )
}

const toFlag = (value: boolean): bigint => (value ? 1n : 0n)

const rowOf = (entry: WalletEntry) => ({
  wallet_id: toInt(entry.walletId),
  tenant_id: toInt(entry.tenantId),
  custodian_id: toInt(entry.custodianId),
  blockchain_id: toInt(entry.blockchainId),
  address: entry.address,
  metadata_json: entry.metadataJson,
  is_visible: toFlag(entry.isVisible),
  is_active: toFlag(entry.isActive),
  is_treasury_enabled: toFlag(entry.isTreasuryEnabled),
  is_gas_station_enabled: toFlag(entry.isGasStationEnabled),
})
