import type { Id } from '../../../../shared/primitives.ts'
import type { PutCount, WalletEntry } from '../../writes.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { findCustodian } from '../reads/custodians.ts'
import { prepared } from '../statements.ts'
import { putEntries, refuse } from './put-entries.ts'
import { missing } from './put-references.ts'
import { putRow } from './put-row.ts'

type Stored = { tenant_id: bigint; custodian_id: bigint }

export function putWallets(db: Connection, entries: readonly WalletEntry[]): PutCount {
  const touched = new Set<Id>()
  const count = putEntries(entries, (entry) => {
    const stored = storedWallet(db, entry)
    const reason = objection(db, entry) ?? (stored && objectionToMove(stored, entry))
    if (reason) return refuse(reason)
    const outcome = putRow(db, { table: 'wallets', row: rowOf(entry) })
    if (outcome !== 'unchanged')
      touched.add(entry.custodianId).add(stored ? toId(stored.custodian_id) : entry.custodianId)
    return outcome
  })
  for (const custodianId of touched) raiseVersion(db, custodianId)
  return count
}

const storedWallet = (db: Connection, { walletId }: WalletEntry) =>
  prepared<Stored>(db, 'SELECT tenant_id, custodian_id FROM wallets WHERE wallet_id = ?').get(toInt(walletId))

const objection = (db: Connection, entry: WalletEntry): string | null =>
  missing(db, 'tenants', entry.tenantId) ?? foreignCustodian(db, entry) ?? missing(db, 'networks', entry.blockchainId)

/** A listing is read under the custodian's tenant, so another tenant's wallet in it would be shown to strangers. */
function foreignCustodian(db: Connection, { custodianId, tenantId }: WalletEntry): string | null {
  const custodian = findCustodian(db, { custodianId, tenantId: null })
  if (!custodian) return `there is no custodian ${custodianId}; import the custodians first`
  if (custodian.tenantId === tenantId) return null
  return `custodian ${custodianId} belongs to tenant ${custodian.tenantId}, not to the wallet's tenant ${tenantId}`
}

const objectionToMove = (stored: Stored, { walletId, tenantId }: WalletEntry): string | null =>
  toId(stored.tenant_id) === tenantId
    ? null
    : `wallet ${walletId} belongs to tenant ${stored.tenant_id} and cannot move to tenant ${tenantId}`

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

const raiseVersion = (db: Connection, custodianId: Id) =>
  prepared(db, 'UPDATE custodians SET wallets_version = wallets_version + 1 WHERE custodian_id = ?').run(
    toInt(custodianId),
  )
