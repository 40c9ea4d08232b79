import type { AuditRecord } from '../../../../shared/audit.ts'
import { Id } from '../../../../shared/primitives.ts'
import type { ProviderId } from '../../../../shared/providers.ts'
import type { Rotation } from '../../../../shared/rotations.ts'
import { SearchKind, type SearchResults } from '../../../../shared/search.ts'
import type { TokenState } from '../../../../shared/token-administration.ts'
import type { SearchWanted } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { toId, toIdOrNull, toInt } from '../integers.ts'
import { prepared } from '../statements.ts'
import { listAudit } from './audit.ts'
import { selectSeenRotation } from './rotations.ts'
import { type TextIndex, textMatches } from './text-matches.ts'

/** A kind whose objects have an ID and a name. */
type Source<Row, Item = unknown> = TextIndex & {
  readonly tenant: string
  /** What is read of one, and from where. */
  readonly select: string
  readonly toFound: (row: Row, at: number) => Item
}

type NamedRow = { id: bigint; name: string }
type CustodianRow = NamedRow & { tenant_id: bigint; provider: string }
type TokenRow = NamedRow & { tenant_id: bigint | null; expires_at: bigint; revoked_at: bigint | null }
type WalletRow = {
  id: bigint
  custodian_id: bigint
  custodian_name: string
  tenant_id: bigint
  network: string
  address: string
  label: string | null
}

const custodians: Source<CustodianRow, SearchResults['custodians'][number]> = {
  index: 'custodians_text',
  table: 'custodians',
  key: 'custodian_id',
  name: 'name',
  tenant: 'tenant_id',
  select: 'custodian_id AS id, tenant_id, name, provider FROM custodians',
  toFound: ({ id, name, tenant_id, provider }) => ({
    id: toId(id),
    name,
    tenantId: toId(tenant_id),
    provider: provider as ProviderId,
  }),
}

const wallets: Source<WalletRow, SearchResults['wallets'][number]> = {
  index: 'wallets_text',
  table: 'wallets',
  key: 'wallet_id',
  name: 'label',
  tenant: 'w.tenant_id',
  select: `wallet_id AS id, custodian_id, c.name AS custodian_name, w.tenant_id, n.name AS network, address, label
    FROM wallets w JOIN custodians c USING (custodian_id) JOIN networks n USING (blockchain_id)`,
  toFound: ({ id, custodian_id, custodian_name, tenant_id, network, address, label }) => ({
    id: toId(id),
    custodianId: toId(custodian_id),
    custodianName: custodian_name,
    tenantId: toId(tenant_id),
    network,
    address,
    label,
  }),
}

const tenants: Source<NamedRow, SearchResults['tenants'][number]> = {
  index: 'tenants_text',
  table: 'tenants',
  key: 'tenant_id',
  name: 'name',
  tenant: 'tenant_id',
  select: 'tenant_id AS id, name FROM tenants',
  toFound: ({ id, name }) => ({ id: toId(id), name }),
}

const tokens: Source<TokenRow, SearchResults['tokens'][number]> = {
  index: 'operator_tokens_text',
  table: 'operator_tokens',
  key: 'token_id',
  name: 'name',
  tenant: 'tenant_id',
  select: 'token_id AS id, name, tenant_id, expires_at, revoked_at FROM operator_tokens',
  toFound: (row, at) => ({
    id: toId(row.id),
    name: row.name,
    tenantId: toIdOrNull(row.tenant_id),
    state: stateOf(row, at),
  }),
}

function stateOf({ revoked_at, expires_at }: TokenRow, at: number): TokenState {
  if (revoked_at !== null) return 'revoked'
  return expires_at <= at ? 'expired' : 'valid'
}

/** The largest character: what begins with a text comes before the text and this. */
const last = '\u{10ffff}'

/** By how its address begins; of one tenant, or of all, each by an index of its own. */
function* walletsByAddress(db: Connection, { query, seenBy, limit }: SearchWanted): Generator<bigint> {
  if (/\s/.test(query)) return
  const from = query.toLowerCase()
  const range = 'lower(address) >= $from AND lower(address) < $to ORDER BY lower(address) LIMIT $limit'
  const values = { from, to: from + last, limit: limit + 1 }
  const rows = seenBy
    ? prepared<{ id: bigint }>(
        db,
        `SELECT wallet_id AS id FROM wallets INDEXED BY wallets_of_tenant_by_address WHERE tenant_id = $tenant AND ${range}`,
      ).all({ ...values, tenant: toInt(seenBy) })
    : prepared<{ id: bigint }>(
        db,
        `SELECT wallet_id AS id FROM wallets INDEXED BY wallets_by_address WHERE ${range}`,
      ).all(values)
  for (const { id } of rows) yield id
}

function* idOf({ query }: SearchWanted): Generator<bigint> {
  const id = Id.safeParse(query)
  if (id.success) yield toInt(id.data)
}

/** Up to one more than is wanted, each once, in this order. */
function rowsOf<Row>(
  db: Connection,
  { select, key, tenant }: Source<Row>,
  { wanted, found }: { readonly wanted: SearchWanted; readonly found: readonly Iterable<bigint>[] },
): Row[] {
  const read = prepared<Row>(db, `SELECT ${select} WHERE ${key} = $id AND $seenBy IN (0, ${tenant})`)
  const seenBy = wanted.seenBy ? toInt(wanted.seenBy) : 0n
  const rows = new Map<bigint, Row>()
  for (const ids of found)
    for (const id of ids) {
      const row = rows.has(id) ? undefined : read.get({ id, seenBy })
      if (row) rows.set(id, row)
      if (rows.size > wanted.limit) return [...rows.values()]
    }
  return [...rows.values()]
}

const named =
  <Row, Item>(
    source: Source<Row, Item>,
    more: (db: Connection, wanted: SearchWanted) => readonly Iterable<bigint>[] = none,
  ) =>
  (db: Connection, wanted: SearchWanted): Item[] => {
    const found = [idOf(wanted), ...more(db, wanted), textMatches(db, source, wanted)]
    return rowsOf(db, source, { wanted, found }).map((row) => source.toFound(row, wanted.at))
  }

const none = () => []

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

function auditRecordsOf(db: Connection, { query, seenBy, limit }: SearchWanted): AuditRecord[] {
  if (!/^[\w-]{8,64}$/.test(query)) return []
  const of = isUuid(query) ? { rotationId: query.toLowerCase() } : { requestId: query }
  return listAudit(db, { ...of, limit: limit + 1 }, seenBy).records
}

function rotationsOf(db: Connection, { query, seenBy }: SearchWanted): Rotation[] {
  const rotation = isUuid(query) ? selectSeenRotation(db, query.toLowerCase(), seenBy) : null
  return rotation ? [rotation] : []
}

/** Up to one more than is wanted of each kind. */
const finds: { readonly [Kind in SearchKind]: (db: Connection, wanted: SearchWanted) => SearchResults[Kind] } = {
  custodians: named(custodians),
  wallets: named(wallets, (db, wanted) => [walletsByAddress(db, wanted)]),
  tenants: named(tenants),
  tokens: named(tokens),
  rotations: rotationsOf,
  auditRecords: auditRecordsOf,
}

export function selectFound(db: Connection, wanted: SearchWanted): SearchResults {
  const { kinds, limit } = wanted
  const more: SearchKind[] = []
  const results = Object.fromEntries(
    SearchKind.options.map((kind) => {
      const found: readonly object[] = kinds.includes(kind) ? finds[kind](db, wanted) : []
      if (found.length > limit) more.push(kind)
      return [kind, found.slice(0, limit)]
    }),
  ) as unknown as Omit<SearchResults, 'searched' | 'more'>
  return { ...results, searched: [...kinds], more }
}
