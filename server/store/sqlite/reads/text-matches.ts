import type { Id } from '../../../../shared/primitives.ts'
import { toInt } from '../../integers.ts'
import type { Connection } from '../connection.ts'
import { prepared } from '../statements.ts'

/** An index of names as migration 016 makes it, and where the name of its rows stands. */
export type TextIndex = {
  readonly index: string
  readonly table: string
  readonly key: string
  readonly name: string
}
type Wanted = { readonly query: string; readonly seenBy: Id | null }
type Candidate = { id: bigint; name: string }

/** Stands twice before each indexed name. */
const beginning = '\ue000\ue000'
const inGram = 3
/** The rest of a long query is compared with what these leave. */
const mostGrams = 24
/** Rows of an index that are compared with the query. */
const mostCandidates = 500

/** The three characters that stand for a tenant, as in migration 016. */
const scopeOf = (tenantId: bigint): string =>
  String.fromCodePoint(...[1n, 6_000n, 36_000_000n].map((unit) => 57_345 + Number((tenantId / unit) % 6_000n)))

function gramsOf(text: string): string[] {
  const characters = [...text]
  return characters.slice(inGram - 1).map((_, at) => characters.slice(at, at + inGram).join(''))
}

/** As FTS5 reads it: rows that have all of these, each a string whose signs mean nothing. */
const expressionOf = (grams: readonly string[]): string =>
  grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND ')

/**
 * The IDs of rows whose name has every word of the query, those that begin with it first. The index knows which three
 * characters follow each other; whether they are in the right order, the name itself tells.
 */
export function* textMatches(db: Connection, source: TextIndex, { query, seenBy }: Wanted): Generator<bigint> {
  const { index, table, key, name } = source
  const wanted = query.toLowerCase()
  const words = wanted.split(/\s+/)
  const sql = `SELECT rowid AS id, (SELECT ${name} FROM ${table} WHERE ${key} = ${index}.rowid) AS name
    FROM ${index} WHERE ${index} MATCH ? LIMIT ${mostCandidates}`
  function* matching(grams: readonly string[], fits: (name: string) => boolean) {
    if (grams.length === 0) return
    const scoped = [...(seenBy ? [scopeOf(toInt(seenBy))] : []), ...new Set(grams).values().take(mostGrams)]
    for (const candidate of prepared<Candidate>(db, sql).iterate(expressionOf(scoped)))
      if (fits(candidate.name.toLowerCase())) yield candidate.id
  }
  yield* matching(gramsOf(beginning + wanted), (text) => text.startsWith(wanted))
  yield* matching(words.flatMap(gramsOf), (text) => words.every((word) => text.includes(word)))
}
