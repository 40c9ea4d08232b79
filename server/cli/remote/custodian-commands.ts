import type { Command } from 'commander'
import type { Custodian } from '../../../shared/custodians.ts'
import type { Id } from '../../../shared/primitives.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { parseId } from '../parse.ts'
import { record } from '../table.ts'
import { answerRows, answerValue, type GivenRows, type ListColumn, withRowFormats } from './answer-rows.ts'
import type { Api } from './api.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

const stateWords: Readonly<Record<string, string>> = { 'no-credentials': 'no credentials', 'in-force': 'active' }

const columns: readonly ListColumn<Custodian>[] = [
  { name: 'id', title: 'ID', of: ({ id }) => id },
  { name: 'name', title: 'NAME', of: ({ name }) => name },
  { name: 'tenantId', title: 'TENANT', of: ({ tenantId }) => tenantId },
  { name: 'provider', title: 'PROVIDER', of: ({ provider }) => provider },
  { name: 'state', title: 'CREDENTIALS', of: ({ state }) => state, shown: ({ state }) => stateWords[state] ?? state },
  { name: 'credentialVersion', title: 'VERSION', of: ({ credentialVersion }) => credentialVersion },
  { name: 'lastRotatedAt', title: 'LAST ROTATED', of: ({ lastRotatedAt }) => lastRotatedAt },
]

/** The custodians that the token sees. */
export const visibleCustodians = async (api: Api, tenantId?: Id): Promise<Custodian[]> =>
  requireValue(await api.call('custodians.list', tenantId ? { tenantId } : {}), 'the custodians cannot be listed', api)

async function list(given: GivenRows & { readonly tenant?: Id }, command: Command): Promise<void> {
  const rows = await visibleCustodians(await apiOf(given, command), given.tenant)
  answerRows(given, { value: rows, rows, columns, none: 'There are no custodians that this token may see.' })
}

/** One custodian, or the error that it does not exist for this token. */
export async function requireCustodian(api: Api, id: Id): Promise<Custodian> {
  const found = (await visibleCustodians(api)).find((custodian) => custodian.id === id)
  if (found) return found
  throw new CommandError(`there is no custodian ${id}, or this token may not see it`, {
    nextStep: 'See "strongroom custodians list".',
    exitCode: exitCodes.notFound,
  })
}

async function show(id: Id, given: GivenServer, command: Command): Promise<void> {
  const custodian = await requireCustodian(await apiOf(given, command), id)
  if (given.json) return answerValue(custodian)
  const pairs = columns.map(
    ({ title, of, shown }) => [title.toLowerCase(), shown?.(custodian) ?? `${of(custodian) ?? '-'}`] as const,
  )
  process.stdout.write(`${record(pairs)}\n`)
}

export const addCustodiansList = (custodians: Command): void =>
  void withRowFormats(
    withServer(custodians.command('list').description('list custodians and the state of their credentials')),
  )
    .option('--tenant <id>', 'only custodians of this tenant', parseId)
    .action(list)

export const addCustodiansShow = (custodians: Command): void =>
  void withServer(custodians.command('show').description('show one custodian'))
    .argument('<id>', 'ID of the custodian', parseId)
    .action(show)
