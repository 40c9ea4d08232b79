import type { Output, Parsed } from '../../shared/operations.ts'
import type { Permission } from '../../shared/permissions.ts'
import { ok, type Result } from '../../shared/result.ts'
import { SearchKind } from '../../shared/search.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'

/** What it takes to read each kind elsewhere; the search shows nothing more. */
const permissions: Readonly<Record<SearchKind, Permission>> = {
  custodians: 'custodians:read',
  wallets: 'wallets:read',
  tenants: 'tenants:read',
  tokens: 'tokens:read',
  rotations: 'custodians:read',
  auditRecords: 'audit:read',
}

/** What the caller may read and the query finds, in all tenants that the caller sees. */
export async function search(
  { query, limit }: Parsed<'search.find'>,
  { principal }: Call,
  { store, clock }: Parts,
): Promise<Result<Output<'search.find'>>> {
  const kinds = SearchKind.options.filter((kind) => principal.permissions.includes(permissions[kind]))
  const wanted = { query: query.trim(), kinds, seenBy: principal.tenantId, limit, at: clock.now() }
  return ok(await store.search(wanted))
}
