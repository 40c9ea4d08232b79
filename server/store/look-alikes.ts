import { nameUnseen, unseenCharacter } from '../../shared/unseen-characters.ts'
import { skeletonOf } from '../text/skeleton.ts'

export type NamedToken = {
  readonly id: bigint
  readonly chain: bigint
  readonly symbol: string
  readonly contract: string | null
}

export const hasUnseen = (symbol: string): boolean => unseenCharacter.test(symbol)

export const namedTokensSql =
  'SELECT token_id AS id, blockchain_id AS chain, symbol, contract_address AS contract FROM tokens'

const placeOf = ({ chain, symbol }: NamedToken): string => `${chain} ${skeletonOf(symbol)}`

/** Tokens that another one on their chain looks like, or whose symbol has characters that cannot be seen. */
export function lookAlikesAmong(tokens: readonly NamedToken[]): ReadonlySet<bigint> {
  const groups = Map.groupBy(tokens, placeOf)
  const isAlike = (token: NamedToken) => hasUnseen(token.symbol) || (groups.get(placeOf(token))?.length ?? 0) > 1
  return new Set(tokens.filter(isAlike).map(({ id }) => id))
}

const named = ({ id, symbol, contract }: NamedToken): string =>
  `token ${id} "${nameUnseen(symbol)}" (${contract ?? 'no contract'})`

/** All tokens, grouped by what they look like. */
function createGroups(tokens: readonly NamedToken[]) {
  const groups = new Map<string, Map<bigint, NamedToken>>()
  const placeById = new Map<bigint, string>()
  const put = (token: NamedToken) => {
    const place = placeOf(token)
    const before = placeById.get(token.id)
    if (before !== undefined && before !== place) groups.get(before)?.delete(token.id)
    placeById.set(token.id, place)
    const group = groups.get(place) ?? new Map<bigint, NamedToken>()
    groups.set(place, group.set(token.id, token))
    return group
  }
  for (const token of tokens) put(token)
  return { put }
}

/** Warns of tokens as they are put, each compared with all that are known by then. `known` is asked once. */
export function createLookAlikeWatch(known: () => readonly NamedToken[]): (token: NamedToken) => string | null {
  let groups: ReturnType<typeof createGroups> | null = null
  return (token) => {
    groups ??= createGroups(known())
    // The first two are enough to find another one, however many look the same.
    const [first, second] = groups.put(token).values()
    const other = first?.id === token.id ? second : first
    if (other) return `${named(token)} looks like ${named(other)} on the same network; reports name their contracts`
    return hasUnseen(token.symbol) ? `${named(token)} has characters in its symbol that cannot be seen` : null
  }
}
