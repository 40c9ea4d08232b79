import type { Id } from '../../../../shared/primitives.ts'
import {
  type DisablingTable,
  isDisabledNow,
  networkNameTaken,
  type Reason,
  refusalOfCustodian,
  refusalOfMove,
  refusalOfWallet,
  thereIsNo,
} from '../../../import/refusals.ts'
import { changeRecord, type Row } from '../../changed-values.ts'
import type { CustodianEntry, Network, PutCount, TenantEntry, WalletEntry } from '../../import-writes.ts'
import { toId, toInt } from '../../integers.ts'
import { countOutcomes, type Put, putEntries, refuseEntry } from '../../put-outcomes.ts'
import type { CustodianRecord } from '../../records.ts'
import type { SqlQuery } from '../connection.ts'
import { lockChanges } from '../locks.ts'
import { custodiansOf } from '../reads/custodians.ts'
import type { Transaction } from '../transact.ts'
import { openBatch } from './row-batch.ts'

const keys = {
  tenants: 'tenant_id',
  networks: 'blockchain_id',
  tokens: 'token_id',
  reserve_accounts: 'reserve_account_id',
  wallets: 'wallet_id',
} as const

/** Why a row may not refer to an ID, or null when it may; of the IDs that were looked up. */
export async function referencesTo(
  query: SqlQuery,
  table: 'tenants' | 'networks',
  ids: readonly Id[],
): Promise<(id: Id) => Reason> {
  const sql = `SELECT ${keys[table]} AS id FROM ${table} WHERE ${keys[table]} = ANY($ids::bigint[])`
  const found = new Set((await query<{ id: bigint }>(sql, { ids: [...new Set(ids)] })).map(({ id }) => toId(id)))
  return (id) => (found.has(id) ? null : thereIsNo(table, id))
}

/** That a row of a table is disabled, or null where it is not. */
export async function disabledIn(query: SqlQuery, table: DisablingTable): Promise<(id: bigint) => Reason> {
  const sql = `SELECT ${keys[table]} AS id FROM ${table} WHERE disabled_at IS NOT NULL`
  const found = new Set((await query<{ id: bigint }>(sql)).map(({ id }) => id))
  return (id) => (found.has(id) ? isDisabledNow(table, id) : null)
}

/** That a row, its network, or the network that it is to leave is disabled. */
export async function disabledPlaceIn(
  query: SqlQuery,
  table: 'tokens' | 'reserve_accounts' | 'wallets',
): Promise<(row: Row, stored: Row | undefined) => Reason> {
  const ofNetwork = await disabledIn(query, 'networks')
  const ofItem = table === 'wallets' ? () => null : await disabledIn(query, table)
  return (row, stored) =>
    ofItem(row[keys[table]] as bigint) ??
    ofNetwork(row.blockchain_id as bigint) ??
    (stored ? ofNetwork(stored.blockchain_id as bigint) : null)
}

async function putTenants({ query, audit }: Transaction, { entries, by }: Put<TenantEntry>): Promise<PutCount> {
  await lockChanges(query)
  const ids = entries.map(({ tenantId }) => tenantId)
  const batch = await openBatch(query, { table: 'tenants', columns: ['tenant_id', 'name'] }, ids)
  const count = putEntries(entries, ({ tenantId, name }) =>
    batch.put(
      { tenant_id: toInt(tenantId), name },
      {
        onChange: (before, after) => audit(changeRecord(by, { kind: 'tenant.changed', tenantId }, { before, after })),
      },
    ),
  )
  await batch.store()
  return count
}

/** Listings of wallets and the reserves report show networks. */
export async function moveNetworksVersion(query: SqlQuery): Promise<void> {
  await query('UPDATE installation SET networks_version = networks_version + 1')
}

async function putNetworks({ query }: Transaction, entries: readonly Network[]): Promise<PutCount> {
  await lockChanges(query)
  const ids = entries.map(({ blockchainId }) => blockchainId)
  const batch = await openBatch(query, { table: 'networks', columns: ['blockchain_id', 'name', 'icon'] }, ids)
  const rows = await query<{ blockchain_id: bigint; name: string }>('SELECT blockchain_id, name FROM networks')
  const disabled = await disabledIn(query, 'networks')
  const names = new Map(rows.map(({ blockchain_id, name }) => [blockchain_id, name]))
  const count = putEntries(entries, ({ blockchainId, name, icon }) => {
    const id = toInt(blockchainId)
    const [holder] = [...names].find(([other, taken]) => other !== id && taken === name) ?? []
    if (holder !== undefined) return refuseEntry(networkNameTaken(name, toId(holder)))
    const outcome = batch.put({ blockchain_id: id, name, icon }, { refusalOf: () => disabled(id) })
    if (typeof outcome === 'string') names.set(id, name)
    return outcome
  })
  await batch.store()
  if (count.added || count.changed) await moveNetworksVersion(query)
  return count
}

/** Listings show a custodian's wallets, its name and its provider. */
export async function moveWalletsVersion(query: SqlQuery, custodians: Iterable<Id>): Promise<void> {
  const ids = [...custodians]
  if (ids.length === 0) return
  const sql = 'UPDATE custodians SET wallets_version = wallets_version + 1 WHERE custodian_id = ANY($ids::bigint[])'
  await query(sql, { ids })
  await query('UPDATE installation SET wallets_version = wallets_version + 1')
}

/** Custodians of which a rotation or check is open. */
export async function beingAsked(query: SqlQuery, ids: readonly Id[]): Promise<ReadonlySet<Id>> {
  const rows = await query<{ id: bigint }>(
    `SELECT custodian_id AS id FROM rotations WHERE outcome IS NULL AND custodian_id = ANY($ids::bigint[])
     UNION ALL SELECT custodian_id FROM open_checks WHERE custodian_id = ANY($ids::bigint[])`,
    { ids },
  )
  return new Set(rows.map(({ id }) => toId(id)))
}

const custodianColumns = ['custodian_id', 'tenant_id', 'name', 'provider', 'base_url'] as const

async function putCustodians({ query, audit }: Transaction, { entries, by }: Put<CustodianEntry>): Promise<PutCount> {
  await lockChanges(query)
  const ids = entries.map(({ custodianId }) => custodianId)
  const batch = await openBatch(query, { table: 'custodians', columns: custodianColumns }, ids)
  const known = new Map(await custodiansOf(query, ids))
  const asked = await beingAsked(query, ids)
  const missing = await referencesTo(
    query,
    'tenants',
    entries.map(({ tenantId }) => tenantId),
  )
  const shown = new Set<Id>()
  const mayChangeBaseUrl = by.mayChangeBaseUrl ?? false
  const count = putEntries(entries, (entry) => {
    const { custodianId, tenantId, name, provider, baseUrl } = entry
    const stored = known.get(custodianId)
    const now = stored && { stored, isBeingAsked: asked.has(custodianId), mayChangeBaseUrl }
    const reason = missing(tenantId) ?? (now && refusalOfCustodian(entry, now))
    if (reason) return refuseEntry(reason)
    const row = { custodian_id: toInt(custodianId), tenant_id: toInt(tenantId), name, provider, base_url: baseUrl }
    const object = { kind: 'custodian.changed', tenantId, custodianId } as const
    const onChange = (before: Row, after: Row) => audit(changeRecord(by, object, { before, after }))
    const outcome = batch.put(row, { onChange })
    if (outcome === 'changed' && (stored?.name !== name || stored.provider !== provider)) shown.add(custodianId)
    if (typeof outcome === 'string') known.set(custodianId, { ...newCustodian, ...stored, ...entry })
    return outcome
  })
  await batch.store()
  await moveWalletsVersion(query, shown)
  return count
}

/** What a custodian is that was put a moment ago. */
const newCustodian: Omit<CustodianRecord, keyof CustodianEntry> = {
  providerAccount: null,
  credentialVersion: 0,
  isDisabled: false,
}

const toFlag = (value: boolean): bigint => (value ? 1n : 0n)

const walletColumns = [
  'wallet_id',
  'tenant_id',
  'custodian_id',
  'blockchain_id',
  'address',
  'metadata_json',
  'is_visible',
  'is_active',
  'is_treasury_enabled',
  'is_gas_station_enabled',
] as const

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

async function putWallets({ query }: Transaction, entries: readonly WalletEntry[]): Promise<PutCount> {
  await lockChanges(query)
  const ids = entries.map(({ walletId }) => walletId)
  const batch = await openBatch(query, { table: 'wallets', columns: walletColumns }, ids)
  const refusalOf = await walletRules(query, entries)
  const disabled = await disabledPlaceIn(query, 'wallets')
  const touched = new Set<Id>()
  const count = countOutcomes(entries.length, (place) => {
    const entry = entries[place] as WalletEntry
    const before = batch.find(toInt(entry.walletId))
    const reason = refusalOf(entry) ?? (before ? refusalOfMove(entry, before.tenant_id as bigint) : null)
    if (reason) return refuseEntry(reason)
    const outcome = batch.put(rowOf(entry), { refusalOf: disabled })
    if (outcome === 'added' || outcome === 'changed')
      touched.add(entry.custodianId).add(before ? toId(before.custodian_id as bigint) : entry.custodianId)
    return outcome
  })
  await batch.store()
  await moveWalletsVersion(query, touched)
  return count
}

/** Why a wallet may not be stored, by what its batch names. */
async function walletRules(query: SqlQuery, entries: readonly WalletEntry[]): Promise<(entry: WalletEntry) => Reason> {
  const noTenant = await referencesTo(
    query,
    'tenants',
    entries.map(({ tenantId }) => tenantId),
  )
  const noNetwork = await referencesTo(
    query,
    'networks',
    entries.map(({ blockchainId }) => blockchainId),
  )
  const custodians = await custodiansOf(
    query,
    entries.map(({ custodianId }) => custodianId),
  )
  return (entry) =>
    noTenant(entry.tenantId) ??
    refusalOfWallet(entry, custodians.get(entry.custodianId) ?? null) ??
    noNetwork(entry.blockchainId)
}

export const objectWrites = { putTenants, putNetworks, putCustodians, putWallets } as const
