import { type Command, InvalidArgumentError } from 'commander'
import { SearchKind, type SearchResults } from '../../../shared/search.ts'
import { note } from '../output.ts'
import { answerRows, type GivenRows, type ListColumn, withRowFormats } from './answer-rows.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, withServer } from './target.ts'

/** A result of any kind, as a row of one table. */
type Found = {
  readonly kind: string
  readonly id: string
  readonly name: string | null
  readonly tenantId: string | null
  readonly custodianId: string | null
  readonly details: string
}

type RowOf<Kind extends SearchKind> = (found: SearchResults[Kind][number]) => Omit<Found, 'kind'>

const rowOf: { readonly [Kind in SearchKind]: RowOf<Kind> } = {
  custodians: ({ id, name, tenantId, provider }) => ({ id, name, tenantId, custodianId: id, details: provider }),
  wallets: ({ id, label, tenantId, custodianId, network, address }) => ({
    id,
    name: label,
    tenantId,
    custodianId,
    details: `${network} ${address}`,
  }),
  tenants: ({ id, name }) => ({ id, name, tenantId: id, custodianId: null, details: '' }),
  tokens: ({ id, name, tenantId, state }) => ({ id, name, tenantId, custodianId: null, details: state }),
  webhooks: ({ id, name, url, disabled }) => ({
    id,
    name,
    tenantId: null,
    custodianId: null,
    details: disabled ? `disabled ${url}` : url,
  }),
  rotations: ({ rotationId, operator, custodianId, outcome, startedAt }) => ({
    id: rotationId,
    name: operator,
    tenantId: null,
    custodianId,
    details: `${outcome ?? 'in progress'} ${startedAt}`,
  }),
  auditRecords: ({ sequence, actor, tenantId, custodianId, kind, at }) => ({
    id: sequence,
    name: actor,
    tenantId,
    custodianId,
    details: `${kind} ${at}`,
  }),
}

const nouns: Readonly<Record<SearchKind, readonly [one: string, several: string]>> = {
  custodians: ['custodian', 'custodians'],
  wallets: ['wallet', 'wallets'],
  tenants: ['tenant', 'tenants'],
  tokens: ['token', 'operator tokens'],
  webhooks: ['webhook', 'webhooks'],
  rotations: ['rotation', 'rotations'],
  auditRecords: ['audit record', 'audit records'],
}

const rowsOf = <Kind extends SearchKind>(results: SearchResults, kind: Kind): readonly Found[] =>
  results[kind].map((found: SearchResults[Kind][number]) => ({ kind: nouns[kind][0], ...rowOf[kind](found) }))

const columns: readonly ListColumn<Found>[] = [
  { name: 'kind', title: 'KIND', of: ({ kind }) => kind },
  { name: 'id', title: 'ID', of: ({ id }) => id },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'tenantId', title: 'TENANT', of: ({ tenantId }) => tenantId },
  { name: 'custodianId', title: 'CUSTODIAN', of: ({ custodianId }) => custodianId },
  { name: 'details', title: 'DETAILS', of: ({ details }) => details },
]

const severalOf = (kinds: readonly SearchKind[]) => kinds.map((kind) => nouns[kind][1]).join(', ')

/** What the rows do not show: kinds of which there are more, and kinds that the token may not read. */
function noteTheRest({ searched, more }: SearchResults): void {
  const unsearched = SearchKind.options.filter((kind) => !searched.includes(kind))
  if (more.length > 0) note(`There are more ${severalOf(more)}. Give more of the text, or a larger --limit.`)
  if (unsearched.length > 0) note(`Not searched, since the token may not read them: ${severalOf(unsearched)}.`)
}

function parseLimit(text: string): number {
  if (!/^([1-9]|[1-4]\d|50)$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 50.')
  return Number(text)
}

type Given = GivenRows & { readonly limit: number }

async function search(words: readonly string[], given: Given, command: Command): Promise<void> {
  const api = await apiOf(given, command)
  const input = { query: words.join(' '), limit: given.limit }
  const value = requireValue(await api.call('search.find', input), 'the server cannot be searched', api)
  const rows = SearchKind.options.flatMap((kind) => rowsOf(value, kind))
  answerRows(given, { value, rows, columns, none: 'Nothing was found.' })
  if (!given.json) noteTheRest(value)
}

export const addSearch = (program: Command): void =>
  void withRowFormats(withServer(program.command('search')))
    .argument('<text...>', 'beginning of an address, parts of a name, label or URL, or an ID of an object or a request')
    .option('--limit <number>', 'maximum number of each kind, up to 50', parseLimit, 10)
    .action(search)
