import { toId } from '../integers.ts'
import type { SearchWanted } from '../store.ts'
import type { FoundOf } from './found.ts'

type FoundWebhooks = FoundOf<'webhooks'>
export type FoundWebhookRow = { id: bigint; name: string; url: string; disabled_at: bigint | null }

/** Webhooks that are compared with a query. An installation has tens, so they are in no index. */
const mostCompared = 1_000

/** Those that are compared, and one more. */
export const comparedWebhooksSql = `
  SELECT webhook_id AS id, name, url, disabled_at FROM webhooks ORDER BY webhook_id LIMIT ${mostCompared + 1}`

/** Words of fewer characters find only what begins with them, as everywhere in the search. */
const shortest = 3

/** How well a webhook fits a query, smaller is better; null if it does not. */
function rankIn(query: string) {
  const wanted = query.toLowerCase()
  const words = wanted.split(/\s+/)
  const isLong = words.some((word) => [...word].length >= shortest)
  return ({ id, name, url }: FoundWebhookRow): number | null => {
    const text = `${name} ${url}`.toLowerCase()
    if (`${id}` === query) return 0
    if (text.startsWith(wanted)) return 1
    return isLong && words.every((word) => text.includes(word)) ? 2 : null
  }
}

/** Up to one more than is wanted, those that begin with the query first. They belong to no tenant. */
export function webhooksAmong(rows: readonly FoundWebhookRow[], { query, limit, seenBy }: SearchWanted): FoundWebhooks {
  if (seenBy !== null) return { items: [] }
  const rankOf = rankIn(query)
  const ranked = rows.slice(0, mostCompared).flatMap((row) => {
    const rank = rankOf(row)
    return rank === null ? [] : [{ row, rank }]
  })
  const found = ranked.toSorted((one, other) => one.rank - other.rank).slice(0, limit + 1)
  return { items: found.map(({ row }) => toFound(row)), isCut: rows.length > mostCompared }
}

const toFound = ({ id, name, url, disabled_at }: FoundWebhookRow): FoundWebhooks['items'][number] => ({
  id: toId(id),
  name,
  url,
  disabled: disabled_at !== null,
})
