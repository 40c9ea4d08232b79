import unhomoglyph from 'unhomoglyph'
import { nameOfCharacter, unseenCharacter } from '../../../shared/unseen-characters.ts'
import type { Connection } from './connection.ts'
import { prepared } from './statements.ts'

export type NamedToken = {
  readonly id: bigint
  readonly chain: bigint
  readonly symbol: string
  readonly contract: string | null
}

const unseenOrSpace = new RegExp(`${unseenCharacter.source}|\\p{Default_Ignorable_Code_Point}|\\s`, 'gu')

/** What a symbol looks like (UTS #39, with letters in one case): symbols that look alike have the same. */
export const skeletonOf = (symbol: string): string =>
  unhomoglyph(symbol.normalize('NFD').replace(unseenOrSpace, '')).normalize('NFKD').toLowerCase()

export const hasUnseen = (symbol: string): boolean => unseenCharacter.test(symbol)

/** The symbol with its unseen characters named: `US[U+200B]DC`. */
const shown = (symbol: string): string =>
  [...symbol].map((one) => (hasUnseen(one) ? `[${nameOfCharacter(one)}]` : one)).join('')

const tokensSql = 'SELECT token_id AS id, blockchain_id AS chain, symbol, contract_address AS contract FROM tokens'

const placeOf = ({ chain, symbol }: NamedToken): string => `${chain} ${skeletonOf(symbol)}`

/** Tokens that another one on their chain looks like, or whose symbol has characters that cannot be seen. */
export function lookAlikes(db: Connection): ReadonlySet<bigint> {
  const tokens = prepared<NamedToken>(db, tokensSql).all()
  const groups = Map.groupBy(tokens, placeOf)
  const isAlike = (token: NamedToken) => hasUnseen(token.symbol) || (groups.get(placeOf(token))?.length ?? 0) > 1
  return new Set(tokens.filter(isAlike).map(({ id }) => id))
}

const named = ({ id, symbol, contract }: NamedToken): string =>
  `token ${id} "${shown(symbol)}" (${contract ?? 'no contract'})`

/** Warns of tokens as they are put, each compared with all that are known by then. */
export function createLookAlikeWatch(db: Connection): (token: NamedToken) => string | null {
  let groups: Map<string, Map<bigint, NamedToken>> | null = null
  const known = () => {
    if (groups) return groups
    const all = Map.groupBy(prepared<NamedToken>(db, tokensSql).all(), placeOf)
    groups = new Map([...all].map(([place, tokens]) => [place, new Map(tokens.map((token) => [token.id, token]))]))
    return groups
  }
  return (token) => {
    const group = known().get(placeOf(token)) ?? new Map<bigint, NamedToken>()
    known().set(placeOf(token), group.set(token.id, token))
    const [other] = [...group.values()].filter(({ id }) => id !== token.id)
    if (other) return `${named(token)} looks like ${named(other)} on the same network; reports name their contracts`
    return hasUnseen(token.symbol) ? `${named(token)} has characters in its symbol that cannot be seen` : null
  }
}
