import { type Failure, failureOfCode } from '../../../../shared/failure.ts'
import type { Id } from '../../../../shared/primitives.ts'
import { sentTo } from '../../../import/refusals.ts'
import type { ItemKey, ItemKind, Items, PlatformKind } from '../../items.ts'
import type { Page, PageRequest } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toId, toInt } from '../integers.ts'
import { selectCustodian, selectTenants } from '../reads/custodians.ts'
import { pageFrom, rowsFor } from '../reads/page.ts'
import { prepared } from '../statements.ts'
import { isBeingAsked, raiseWalletsVersion } from '../writes/put-custodians.ts'
import type { Row } from '../writes/put-row.ts'
import { columnsOf, type ItemTable, type RowChange } from './item-table.ts'
import { chainTokenTable, networkTable, reserveAccountTable } from './platform-tables.ts'
import { walletTable } from './wallets.ts'

const tenant: ItemTable<'tenant'> = {
  table: 'tenants',
  key: 'tenant_id',
  tenant: 'tenant_id',
  columns: ['name'],
  rowOf: ({ name }) => columnsOf({ name }),
  read: (db, id) => selectTenants(db, id)[0] ?? null,
  references: [
    { table: 'custodians', column: 'tenant_id', noun: 'custodians' },
    { table: 'wallets', column: 'tenant_id', noun: 'wallets' },
    { table: 'operator_tokens', column: 'tenant_id', noun: 'operator tokens, also expired and revoked ones' },
  ],
  audited: (tenantId) => ({ tenantId }),
}

const custodian: ItemTable<'custodian'> = {
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
  read: selectCustodian,
  references: [
    { table: 'wallets', column: 'custodian_id', noun: 'wallets' },
    { table: 'rotations', column: 'custodian_id', noun: 'rotations, which are kept as its history' },
    { table: 'open_checks', column: 'custodian_id', noun: 'validations or checks in progress' },
    { table: 'attempts', column: 'custodian_id', noun: 'rejected attempts, which are kept for an hour' },
  ],
  audited: (custodianId, { tenant_id }) => ({ custodianId, tenantId: toId(tenant_id as bigint) }),
  refusalOf: (db, change) => refusalOfTenant(db, change) ?? refusalOfCustodian(db, change),
  onChange: (db, { id }) => raiseWalletsVersion(db, id),
}

/** The tenant of a custodian has to be there, and not disabled. */
function refusalOfTenant(db: Connection, { after }: RowChange): Failure | null {
  const owner = tenant.read(db, toId(after.tenant_id as bigint))
  if (!owner) return failureOfCode('NotFound')
  return owner.disabled ? failureOfCode('Disabled', { info: ['tenant: is disabled'] }) : null
}

/** Credentials are bound to a provider, and are not sent to another host as long as their account is pinned. */
function refusalOfCustodian(db: Connection, { id, before, after }: RowChange): Failure | null {
  if (!before) return null
  const { provider, base_url: baseUrl } = before
  if (provider === after.provider && baseUrl === after.base_url) return null
  if (isBeingAsked(db, id)) return failureOfCode('RotationInProgress')
  if (before.credential_version === 0n) return null
  if (provider !== after.provider)
    return failureOfCode('InUse', {
      message: `This custodian holds keys of ${provider}, so its provider cannot change; nothing was changed. Create another custodian at ${after.provider}.`,
      info: ['credentials: 1'],
    })
  const isPinned = after.provider_account !== null
  const isOtherHost = sentTo(baseUrl as string | null) !== sentTo(after.base_url as string | null)
  return isPinned && isOtherHost ? pinned(before) : null
}

const pinned = ({ provider_account: account }: Row): Failure =>
  failureOfCode('ValidationError', {
    message:
      'The stored keys would be sent to another host, where their account cannot be expected to be the same; nothing was changed. ' +
      'If that is intended, forget the pinned account too: the next rotation then accepts keys of any account there.',
    info: [`forgetPinnedAccount: must be true; the pinned account is ${account}`],
  })

const tables: { readonly [Kind in ItemKind]: ItemTable<Kind> } = {
  tenant,
  custodian,
  wallet: walletTable,
  network: networkTable,
  'chain-token': chainTokenTable,
  'reserve-account': reserveAccountTable,
}

export const tableOf = <Kind extends ItemKind>(kind: Kind): ItemTable<Kind> => tables[kind]

/** Whether an item of a tenant is seen by another one; null sees all. */
export const isSeenBy = (seenBy: Id | null, owner: Row[string] | undefined): boolean =>
  seenBy === null || `${owner}` === seenBy

/** The row of an item, if it is seen. */
export function findRow(db: Connection, { kind, id, seenBy }: ItemKey): Row | null {
  const { table, key, tenant: owner } = tableOf(kind)
  const row = prepared<Row>(db, `SELECT * FROM ${table} WHERE ${key} = ?`).get(toInt(id))
  if (!row) return null
  return isSeenBy(seenBy, owner && row[owner]) ? row : null
}

export function itemsPage<Kind extends PlatformKind>(db: Connection, kind: Kind, page: PageRequest): Page<Items[Kind]> {
  const { table, key, read } = tableOf(kind)
  const sql = `SELECT ${key} AS id FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ?`
  const found = prepared<{ id: bigint }>(db, sql).all(BigInt(page.after?.[0] ?? 0), rowsFor(page))
  const { rows, next } = pageFrom(found, page, ({ id }) => [`${id}`])
  return { rows: rows.map(({ id }) => read(db, toId(id)) as Items[Kind]), next }
}

export const findItem = <Kind extends ItemKind>(db: Connection, key: ItemKey<Kind>): Items[Kind] | null =>
  findRow(db, key) && tableOf(key.kind).read(db, key.id)
