import type { ProviderId } from '../../../shared/providers.ts'
import { SearchKind, type SearchResults } from '../../../shared/search.ts'
import type { TokenState } from '../../../shared/token-administration.ts'
import { toId, toIdOrNull } from '../integers.ts'
import type { SearchWanted } from '../store.ts'

/** How an object that has an ID and a name is shown among what a search found. */
export type FoundSource<Row, Item> = {
  /** The column that has its ID, and that of its tenant. */
  readonly key: string
  readonly tenant: string
  /** What is read of one, and from where. */
  readonly select: string
  readonly toFound: (row: Row, at: number) => Item
}

type NamedRow = { id: bigint; name: string }
type CustodianFoundRow = NamedRow & { tenant_id: bigint; provider: string }
type TokenFoundRow = NamedRow & {
  tenant_id: bigint | null
  expires_at: bigint
  revoked_at: bigint | null
  disabled_at: bigint | null
}
type WalletFoundRow = {
  id: bigint
  custodian_id: bigint
  custodian_name: string
  tenant_id: bigint
  network: string
  address: string
  label: string | null
}

const custodians: FoundSource<CustodianFoundRow, SearchResults['custodians'][number]> = {
  key: 'custodian_id',
  tenant: 'tenant_id',
  select: 'custodian_id AS id, tenant_id, name, provider FROM custodians',
  toFound: ({ id, name, tenant_id, provider }) => ({
    id: toId(id),
    name,
    tenantId: toId(tenant_id),
    provider: provider as ProviderId,
  }),
}

const wallets: FoundSource<WalletFoundRow, SearchResults['wallets'][number]> = {
  key: 'wallet_id',
  tenant: 'w.tenant_id',
  select: `wallet_id AS id, custodian_id, c.name AS custodian_name, w.tenant_id, n.name AS network, address, label
    FROM wallets w JOIN custodians c USING (custodian_id) JOIN networks n USING (blockchain_id)`,
  toFound: ({ id, custodian_id, custodian_name, tenant_id, network, address, label }) => ({
    id: toId(id),
    custodianId: toId(custodian_id),
    custodianName: custodian_name,
    tenantId: toId(tenant_id),
    network,
    address,
    label,
  }),
}

const tenants: FoundSource<NamedRow, SearchResults['tenants'][number]> = {
  key: 'tenant_id',
  tenant: 'tenant_id',
  select: 'tenant_id AS id, name FROM tenants',
  toFound: ({ id, name }) => ({ id: toId(id), name }),
}

const tokens: FoundSource<TokenFoundRow, SearchResults['tokens'][number]> = {
  key: 'token_id',
  tenant: 'tenant_id',
  select: 'token_id AS id, name, tenant_id, expires_at, revoked_at, disabled_at FROM operator_tokens',
  toFound: (row, at) => ({
    id: toId(row.id),
    name: row.name,
    tenantId: toIdOrNull(row.tenant_id),
    state: stateOf(row, at),
  }),
}

function stateOf({ revoked_at, expires_at, disabled_at }: TokenFoundRow, at: number): TokenState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at <= at) return 'expired'
  return disabled_at === null ? 'valid' : 'disabled'
}

export const foundSources = { custodians, wallets, tenants, tokens } as const

/** The largest character: what begins with a text comes before the text and this. */
export const afterAll = '\u{10ffff}'

const isUuid = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The rotation that a query can mean. */
export const rotationIn = (query: string): string | null => (isUuid(query) ? query.toLowerCase() : null)

/** The audit records that a query can mean: of a rotation or of a request. */
export function recordsIn(query: string) {
  if (!/^[\w-]{8,64}$/.test(query)) return null
  return isUuid(query) ? { rotationId: query.toLowerCase() } : { requestId: query }
}

/** What was found of a kind: up to one more than is wanted. */
export type FoundOf<Kind extends SearchKind> = {
  readonly items: SearchResults[Kind]
  /** There are objects that were not compared with the query. */
  readonly isCut?: boolean
}

type Results = { readonly [Kind in SearchKind]: SearchResults[Kind] }

/** The answer: as many of each kind as are wanted, and of which kinds there are more. */
export function cutResults(
  { kinds, limit }: SearchWanted,
  found: { readonly [Kind in SearchKind]?: FoundOf<Kind> },
): SearchResults {
  const more = kinds.filter((kind) => found[kind]?.isCut || (found[kind]?.items.length ?? 0) > limit)
  const results = Object.fromEntries(
    SearchKind.options.map((kind) => [kind, (found[kind]?.items ?? []).slice(0, limit)]),
  ) as unknown as Results
  return { ...results, searched: [...kinds], more }
}
