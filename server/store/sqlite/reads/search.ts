import { Id } from '../../../../shared/primitives.ts'
import type { SearchKind, SearchResults } from '../../../../shared/search.ts'
import { toInt } from '../../integers.ts'
import {
  afterAll,
  cutResults,
  type FoundOf,
  type FoundSource,
  foundSources,
  recordsIn,
  rotationIn,
} from '../../rows/found.ts'
import { comparedWebhooksSql, type FoundWebhookRow, webhooksAmong } from '../../rows/found-webhooks.ts'
import type { SearchWanted } from '../../store.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'
import { listAudit } from './audit.ts'
import { selectSeenRotation } from './rotations.ts'
import { type TextIndex, textMatches } from './text-matches.ts'

/** Where the names of a kind are indexed, and how its objects are shown. */
type Source<Row, Item> = TextIndex & FoundSource<Row, Item>

const custodians = { ...foundSources.custodians, index: 'custodians_text', table: 'custodians', name: 'name' }
const wallets = { ...foundSources.wallets, index: 'wallets_text', table: 'wallets', name: 'label' }
const tenants = { ...foundSources.tenants, index: 'tenants_text', table: 'tenants', name: 'name' }
const tokens = { ...foundSources.tokens, index: 'operator_tokens_text', table: 'operator_tokens', name: 'name' }

/** By how its address begins; of one tenant, or of all, each by an index of its own. */
function* walletsByAddress(db: Connection, { query, seenBy, limit }: SearchWanted): Generator<bigint> {
  if (/\s/.test(query)) return
  const from = query.toLowerCase()
  const range = 'lower(address) >= $from AND lower(address) < $to ORDER BY lower(address) LIMIT $limit'
  const values = { from, to: from + afterAll, limit: limit + 1 }
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
  { select, key, tenant }: Source<Row, unknown>,
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
  (db: Connection, wanted: SearchWanted): { readonly items: Item[] } => {
    const found = [idOf(wanted), ...more(db, wanted), textMatches(db, source, wanted)]
    return { items: rowsOf(db, source, { wanted, found }).map((row) => source.toFound(row, wanted.at)) }
  }

const none = () => []

function auditRecordsOf(db: Connection, { query, seenBy, limit }: SearchWanted): FoundOf<'auditRecords'> {
  const of = recordsIn(query)
  return { items: of ? listAudit(db, { ...of, limit: limit + 1 }, seenBy).records : [] }
}

function rotationsOf(db: Connection, { query, seenBy }: SearchWanted): FoundOf<'rotations'> {
  const id = rotationIn(query)
  const rotation = id ? selectSeenRotation(db, id, seenBy) : null
  return { items: rotation ? [rotation] : [] }
}

const webhooksOf = (db: Connection, wanted: SearchWanted): FoundOf<'webhooks'> =>
  webhooksAmong(prepared<FoundWebhookRow>(db, comparedWebhooksSql).all(), wanted)

const finds: { readonly [Kind in SearchKind]: (db: Connection, wanted: SearchWanted) => FoundOf<Kind> } = {
  custodians: named(custodians),
  wallets: named(wallets, (db, wanted) => [walletsByAddress(db, wanted)]),
  tenants: named(tenants),
  tokens: named(tokens),
  webhooks: webhooksOf,
  rotations: rotationsOf,
  auditRecords: auditRecordsOf,
}

export const selectFound = (db: Connection, wanted: SearchWanted): SearchResults =>
  cutResults(wanted, Object.fromEntries(wanted.kinds.map((kind) => [kind, finds[kind](db, wanted)])))
