import type { Permission } from '../../../../../shared/permissions.ts'
import { permissionsOf, type Role, rolesOf, scopeOf } from '../../../../../shared/roles.ts'
import type { OperatorToken, TokenState } from '../../../../../shared/token-administration.ts'
import { dayOf } from '../../../parts/time-text.ts'

export type StateFilter = TokenState | 'all'
export type TokensView = { readonly search: string; readonly filter: StateFilter }

export const firstTokensView: TokensView = { search: '', filter: 'valid' }

/** A change of a token that is about to be made. */
export type TokenQuestion = { readonly kind: 'extend' | 'revoke'; readonly token: OperatorToken }

export type TokenStatus = TokenState | 'soon'

/** A valid token that ends within this is named. */
const expiryNotice = 14 * 24 * 60 * 60 * 1000

/** Whether the token works, and whether it will for long. */
export const tokenStatus = ({ state, expiresAt }: OperatorToken, now: number): TokenStatus =>
  state === 'valid' && Date.parse(expiresAt) - now <= expiryNotice ? 'soon' : state

type Known = { readonly tenantNames: ReadonlyMap<string, string>; readonly roleTitle: (token: OperatorToken) => string }

/** The tokens to show, those that end first at the top; every word of the search is in name, role, tenant or ID. */
export function shownTokens(
  tokens: readonly OperatorToken[],
  { search, filter }: TokensView,
  { tenantNames, roleTitle }: Known,
): readonly OperatorToken[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = (token: OperatorToken) =>
    `${token.name}\n${roleTitle(token)}\n${tenantNames.get(token.tenantId ?? '') ?? ''}\n${token.id}`.toLowerCase()
  return tokens
    .filter((token) => filter === 'all' || token.state === filter)
    .filter((token) => words.every((word) => textOf(token).includes(word)))
    .toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt))
}

/** The end of a day, written as its language does, in the time zone of this machine, as a UTC timestamp; null for what is no day in the future. */
export function endOfDay(written: string, now: number): string | null {
  const day = dayOf(written)
  if (day === null) return null
  const end = new Date(`${day}T23:59:59`)
  // A day that does not exist goes over into the next month.
  if (Number.isNaN(end.getTime()) || end.getDate() !== Number(day.slice(8)) || end.getTime() <= now) return null
  return end.toISOString()
}

/** The roles that a token with these permissions can grant in a scope. */
export const grantableRoles = (tenantId: string | null, own: readonly Permission[]): readonly Role[] => {
  const scope = scopeOf({ tenantId })
  return rolesOf(scope).filter((role) => permissionsOf(role, scope).every((each) => own.includes(each)))
}
