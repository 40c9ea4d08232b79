import { createHash } from 'node:crypto'
import { canonicalAddress } from '../../shared/address.ts'
import { fail } from '../../shared/failure.ts'
import type { Id } from '../../shared/primitives.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { ChangedObject, Row } from './changed-values.ts'
import { toId, toInt } from './integers.ts'
import type { ItemKind, ItemValues } from './items.ts'

/** Rows that name an item, and what they are called where it cannot be deleted for them. */
type Reference = {
  readonly table: string
  readonly column: string
  readonly noun: string
  /** How many they are, as SQL; the rows themselves unless stated. */
  readonly count?: string
}

/** A row before and after a change; null before it is there. */
export type RowChange = { readonly id: Id; readonly before: Row | null; readonly after: Row }

/** Where a kind of item is stored, in the words that all engines share. */
export type ItemShape<Kind extends ItemKind = ItemKind> = {
  readonly table: string
  readonly key: string
  /** The column of the tenant that sees it; null where only administrators of the platform do. */
  readonly tenant: string | null
  /** The columns of its values. */
  readonly columns: readonly string[]
  readonly rowOf: (values: Partial<ItemValues[Kind]>) => Row
  readonly references: readonly Reference[]
  /** What is forgotten when one is disabled or enabled. */
  readonly forgets?: Row
  /** What the audit records about one, in addition to its values. */
  readonly audited: (id: Id, row: Row) => Omit<ChangedObject, 'kind'>
}

/** The columns of the members that are given. */
const columnsOf = (row: Readonly<Record<string, Row[string] | undefined>>): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Row

const transactions = { noun: 'reserve transactions', count: 'coalesce(sum(transaction_count), 0)' } as const

export const itemShapes: { readonly [Kind in ItemKind]: ItemShape<Kind> } = {
  tenant: {
    table: 'tenants',
    key: 'tenant_id',
    tenant: 'tenant_id',
    columns: ['name'],
    rowOf: ({ name }) => columnsOf({ name }),
    references: [
      { table: 'custodians', column: 'tenant_id', noun: 'custodians' },
      { table: 'wallets', column: 'tenant_id', noun: 'wallets' },
      { table: 'operator_tokens', column: 'tenant_id', noun: 'operator tokens, also expired and revoked ones' },
    ],
    audited: (tenantId) => ({ tenantId }),
  },
  custodian: {
    table: 'custodians',
    key: 'custodian_id',
    tenant: 'tenant_id',
    columns: ['tenant_id', 'name', 'provider', 'base_url', 'provider_account'],
    rowOf: ({ tenantId, name, provider, baseUrl, providerAccount }) =>
      columnsOf({
        tenant_id: tenantId && toInt(tenantId),
        name,
        provider,
        base_url: baseUrl,
        provider_account: providerAccount,
      }),
    references: [
      { table: 'wallets', column: 'custodian_id', noun: 'wallets' },
      { table: 'rotations', column: 'custodian_id', noun: 'rotations, which are kept as its history' },
      { table: 'open_checks', column: 'custodian_id', noun: 'validations or checks in progress' },
      { table: 'attempts', column: 'custodian_id', noun: 'rejected attempts, which are kept for an hour' },
    ],
    audited: (custodianId, { tenant_id }) => ({ custodianId, tenantId: toId(tenant_id as bigint) }),
  },
  wallet: {
    table: 'wallets',
    key: 'wallet_id',
    tenant: 'tenant_id',
    columns: ['metadata_json', 'is_treasury_enabled'],
    rowOf: ({ metadataJson, isTreasuryEnabled }) =>
      columnsOf({
        metadata_json: metadataJson,
        is_treasury_enabled: isTreasuryEnabled === undefined ? undefined : BigInt(isTreasuryEnabled),
      }),
    references: [],
    audited: (walletId, row) => ({
      tenantId: toId(row.tenant_id as bigint),
      custodianId: toId(row.custodian_id as bigint),
      ids: { walletId },
    }),
  },
  network: {
    table: 'networks',
    key: 'blockchain_id',
    tenant: null,
    columns: ['name', 'icon'],
    rowOf: ({ name, icon }) => columnsOf({ name, icon }),
    references: [
      { table: 'wallets', column: 'blockchain_id', noun: 'wallets' },
      { table: 'tokens', column: 'blockchain_id', noun: 'tokens' },
      { table: 'reserve_accounts', column: 'blockchain_id', noun: 'reserve accounts' },
    ],
    audited: (blockchainId) => ({ ids: { blockchainId } }),
  },
  'chain-token': {
    table: 'tokens',
    key: 'token_id',
    tenant: null,
    columns: ['symbol', 'blockchain_id', 'contract_address', 'decimals'],
    rowOf: ({ symbol, blockchainId, contractAddress, decimals }) =>
      columnsOf({
        symbol,
        blockchain_id: blockchainId && toInt(blockchainId),
        contract_address: contractAddress && canonicalAddress(contractAddress),
        decimals: decimals === undefined ? undefined : BigInt(decimals),
      }),
    references: [{ table: 'token_totals', column: 'token_id', ...transactions }],
    audited: (chainTokenId) => ({ ids: { chainTokenId } }),
  },
  'reserve-account': {
    table: 'reserve_accounts',
    key: 'reserve_account_id',
    tenant: null,
    columns: ['blockchain_id', 'address', 'name'],
    rowOf: ({ blockchainId, address, name }) =>
      columnsOf({
        blockchain_id: blockchainId && toInt(blockchainId),
        address: address && canonicalAddress(address),
        name,
      }),
    references: [{ table: 'account_totals', column: 'reserve_account_id', ...transactions }],
    audited: (reserveAccountId) => ({ ids: { reserveAccountId } }),
  },
  webhook: {
    table: 'webhooks',
    key: 'webhook_id',
    tenant: null,
    columns: ['name', 'url', 'event_types', 'tenant_ids', 'secret', 'previous_secret', 'previous_secret_until'],
    rowOf: ({ name, url, eventTypes, tenantIds, secret, previousSecret, previousSecretUntil: until }) =>
      columnsOf({
        name,
        url,
        event_types: eventTypes && JSON.stringify(eventTypes),
        tenant_ids: tenantIds && JSON.stringify(tenantIds),
        secret,
        previous_secret: previousSecret,
        previous_secret_until: until === undefined ? undefined : BigInt(until),
      }),
    references: [],
    forgets: { failing_since: null, disabled_reason: null },
    audited: (webhookId) => ({ ids: { webhookId } }),
  },
}

/** The shape of a kind that is not known before it is asked for. */
export const shapeOf = (kind: ItemKind): ItemShape => itemShapes[kind] as ItemShape

/** Whether an item of a tenant is seen by another one; null sees all. */
export const isSeenBy = (seenBy: Id | null, owner: Row[string] | undefined): boolean =>
  seenBy === null || `${owner}` === seenBy

/** Whether it is seen, by the row that is stored of it. */
export const isRowSeen = (kind: ItemKind, seenBy: Id | null, row: Row): boolean => {
  const { tenant } = itemShapes[kind]
  return isSeenBy(seenBy, tenant === null ? undefined : row[tenant])
}

/** The tenant that it belongs to; null where that is the platform. */
export function ownerOf(kind: ItemKind, row: Row): Id | null {
  const { tenant } = itemShapes[kind]
  return tenant ? toId(row[tenant] as bigint) : null
}

export const isRowDisabled = ({ disabled_at: since }: Row): boolean => typeof since === 'bigint'

const largestId = 2n ** 63n - 1n

/** The ID after the last one that was ever used. */
export const idAfter = (last: bigint): Result<Id> =>
  last < largestId
    ? ok(toId(last + 1n))
    : fail('AlreadyExists', { info: [`id: the largest one, ${largestId}, is taken; name a free one`] })

/** Whether an ID that was named may be used. */
export function namedId(id: Id, { isTaken, isDeleted }: { isTaken: boolean; isDeleted: boolean }): Result<Id> {
  if (isTaken) return fail('AlreadyExists', { info: [`id: ${id} is taken`] })
  return isDeleted
    ? fail('AlreadyExists', { info: [`id: ${id} was deleted, and the audit still names it; use another one`] })
    : ok(id)
}

/** The most characters of a value in a record of the audit, which is kept for ever. */
const mostAudited = 2_000

/** Sealed secrets, of which the audit records that they are others now. */
const sealedColumns: readonly string[] = ['secret', 'previous_secret']

/** Long values, such as icons, as their digest, and sealed secrets too. */
export const asAudited = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' && (value.length > mostAudited || sealedColumns.includes(column))
        ? digestOf(value)
        : value,
    ]),
  )

const digestOf = (text: string): string =>
  `sha256:${createHash('sha256').update(text).digest('hex')} (${text.length} characters)`
