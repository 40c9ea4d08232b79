import { Id } from '../../../../shared/primitives.ts'
import type { SearchKind } from '../../../../shared/search.ts'
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
import type { Reads, SearchWanted } from '../../store.ts'
import type { SqlQuery } from '../connection.ts'
import { pageOfAudit } from './audit.ts'
import { rotationSeenBy } from './rotations.ts'

/** Shorter words are in no index of trigrams, so they find only what begins with them. */
const shortest = 3

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Conditions on the text of a row, in the order in which what they find is shown. */
function textConditions(query: string) {
  const wanted = query.toLowerCase()
  const words = wanted.split(/\s+/)
  const names = words.map((_, place) => `found_by LIKE $w${place}`)
  const values = Object.fromEntries(words.map((word, place) => [`w${place}`, `%${literal(word)}%`]))
  return {
    conditions: [
      'found_by LIKE $beginning',
      ...(words.some((word) => [...word].length >= shortest) ? [names.join(' AND ')] : []),
    ],
    values: { ...values, beginning: `${literal(wanted)}%` },
  }
}

type Condition = { readonly where: string; readonly order: string }

/** What may be meant by a query, the most likely first. */
function conditionsFor({ key }: { readonly key: string }, { query }: SearchWanted, isWallet: boolean) {
  const id = Id.safeParse(query)
  const { conditions, values } = textConditions(query)
  const byAddress = isWallet && !/\s/.test(query)
  const from = query.toLowerCase()
  const all: Condition[] = [
    ...(id.success ? [{ where: `${key} = $id`, order: key }] : []),
    ...(byAddress ? [{ where: 'found_at >= $from AND found_at < $to', order: 'found_at' }] : []),
    ...conditions.map((where) => ({ where, order: key })),
  ]
  const named = { ...values, ...(id.success && { id: id.data }), ...(byAddress && { from, to: from + afterAll }) }
  return { all, values: named }
}

/** Up to one more than is wanted, each once, in the order of the conditions. */
async function rowsFound<Row extends { readonly id: bigint }>(
  query: SqlQuery,
  source: FoundSource<Row, unknown>,
  wanted: SearchWanted,
): Promise<Row[]> {
  const { all, values } = conditionsFor(source, wanted, source.key === 'wallet_id')
  const rows = new Map<bigint, Row>()
  // What is seen is compared as it stands where a tenant asks, so that an index of its tenant can be walked.
  const seen = wanted.seenBy ? `${source.tenant} = $seenBy AND` : ''
  for (const { where, order } of all) {
    const sql = `SELECT ${source.select} WHERE ${seen} ${where.replace(/found_(by|at)/g, `${aliasOf(source)}$&`)}
      ORDER BY ${order} LIMIT $limit`
    const found = await query<Row>(sql, { ...values, seenBy: wanted.seenBy, limit: wanted.limit + 1 })
    for (const row of found) if (!rows.has(row.id) && rows.size <= wanted.limit) rows.set(row.id, row)
    if (rows.size > wanted.limit) break
  }
  return [...rows.values()]
}

/** The tables behind what is shown of a wallet have columns of that name too. */
const aliasOf = ({ key }: { readonly key: string }) => (key === 'wallet_id' ? 'w.' : '')

type Find<Kind extends SearchKind> = (query: SqlQuery, wanted: SearchWanted) => Promise<FoundOf<Kind>>

const named =
  <Row extends { readonly id: bigint }, Item>(source: FoundSource<Row, Item>) =>
  async (query: SqlQuery, wanted: SearchWanted): Promise<{ readonly items: Item[] }> => {
    const rows = await rowsFound(query, source, wanted)
    return { items: rows.map((row) => source.toFound(row, wanted.at)) }
  }

const finds: { readonly [Kind in SearchKind]: Find<Kind> } = {
  custodians: named(foundSources.custodians),
  wallets: named(foundSources.wallets),
  tenants: named(foundSources.tenants),
  tokens: named(foundSources.tokens),
  webhooks: async (query, wanted) => webhooksAmong(await query<FoundWebhookRow>(comparedWebhooksSql), wanted),
  rotations: async (query, { query: text, seenBy }) => {
    const id = rotationIn(text)
    const rotation = id && (await rotationSeenBy(query, id, seenBy))
    return { items: rotation ? [rotation] : [] }
  },
  auditRecords: async (query, { query: text, seenBy, limit }) => {
    const of = recordsIn(text)
    return { items: of ? (await pageOfAudit(query, { ...of, limit: limit + 1 }, seenBy)).records : [] }
  },
}

export const searchReads = (query: SqlQuery): Pick<Reads, 'search'> => ({
  search: async (wanted) => {
    const found = await Promise.all(wanted.kinds.map(async (kind) => [kind, await finds[kind](query, wanted)] as const))
    return cutResults(wanted, Object.fromEntries(found))
  },
})
