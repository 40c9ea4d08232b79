import { Permission } from '../../../../../shared/permissions.ts'
import { permissionsOf, type Role, rolesOf, scopeOf } from '../../../../../shared/roles.ts'
import type { OperatorToken, TokenState } from '../../../../../shared/token-administration.ts'
import { endsSoon } from '../../../../bridge/attention.ts'
import { dayOf } from '../../../parts/time-text.ts'

export type StateFilter = TokenState | 'all'
export type TokensView = { readonly search: string; readonly filter: StateFilter }

export const firstTokensView: TokensView = { search: '', filter: 'valid' }

/** A change of a token that is about to be made. */
export type TokenQuestion = { readonly kind: 'edit' | 'disable' | 'enable' | 'revoke'; readonly token: OperatorToken }

export type TokenStatus = TokenState | 'soon'

/** Whether the token works, and whether it has to be renewed soon. */
export const tokenStatus = (token: OperatorToken, now: number): TokenStatus =>
  token.state === 'valid' && endsSoon(token, now) ? 'soon' : token.state

type Known = { readonly tenantNames: ReadonlyMap<string, string>; readonly roleTitle: (token: OperatorToken) => string }

/** The tokens to show, those that end first at the top; every word of the search is in name, owner, role, tenant or ID. */
export function shownTokens(
  tokens: readonly OperatorToken[],
  { search, filter }: TokensView,
  { tenantNames, roleTitle }: Known,
): readonly OperatorToken[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const textOf = (token: OperatorToken) =>
    [token.name, token.owner, roleTitle(token), tenantNames.get(token.tenantId ?? ''), token.id]
      .join('\n')
      .toLowerCase()
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

/** A role of a scope, and what a token lacks to grant it. */
export type OfferedRole = { readonly role: Role; readonly lacking: readonly Permission[] }

export const offeredRoles = (tenantId: string | null, own: readonly Permission[]): readonly OfferedRole[] => {
  const scope = scopeOf({ tenantId })
  return rolesOf(scope).map((role) => ({
    role,
    lacking: permissionsOf(role, scope).filter((each) => !own.includes(each)),
  }))
}

/** Whether a permission can be granted on its own, and why not. */
export type OfferedPermission = {
  readonly permission: Permission
  readonly offer: 'free' | 'in-role' | 'lacking' | 'no-use'
}

type Grant = { readonly tenantId: string | null; readonly role: Role | null }

export function offeredPermissions(
  { tenantId, role }: Grant,
  own: readonly Permission[],
): readonly OfferedPermission[] {
  const scope = scopeOf({ tenantId })
  const inRole = role === null ? [] : permissionsOf(role, scope)
  const ofUse = scope === 'tenant' ? permissionsOf('tenant-administrator', scope) : Permission.options
  const offerOf = (permission: Permission): OfferedPermission['offer'] => {
    if (inRole.includes(permission)) return 'in-role'
    if (!ofUse.includes(permission)) return 'no-use'
    return own.includes(permission) ? 'free' : 'lacking'
  }
  return Permission.options.map((permission) => ({ permission, offer: offerOf(permission) }))
}

/** The addresses and ranges of a text, one for each line. */
export const linesOf = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean)
