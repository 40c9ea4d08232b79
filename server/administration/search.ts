import { type OperationName, type Output, operations, type Parsed } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import { SearchKind } from '../../shared/search.ts'
import { authorize } from '../access/authorize.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'

/** What reads each kind elsewhere; the search shows nothing more. */
const readers: Readonly<Record<SearchKind, OperationName>> = {
  custodians: 'custodians.list',
  wallets: 'custodians.wallets',
  tenants: 'tenants.list',
  tokens: 'tokens.list',
  webhooks: 'webhooks.list',
  rotations: 'custodians.rotations',
  auditRecords: 'audit.list',
}

/** What the caller may read and the query finds, in all tenants that the caller sees. */
export async function search(
  { query, limit }: Parsed<'search.find'>,
  { principal }: Call,
  { store, clock }: Parts,
): Promise<Result<Output<'search.find'>>> {
  const kinds = SearchKind.options.filter((kind) => authorize(principal, operations[readers[kind]]).ok)
  const wanted = { query: query.trim(), kinds, seenBy: principal.tenantId, limit, at: clock.now() }
  return ok(await store.search(wanted))
}
