import { type Command, InvalidArgumentError, Option } from 'commander'
import { LabelInput } from '../../../shared/administered-members.ts'
import type { Freeze } from '../../../shared/freezes.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import { nameOfDatabase } from '../../store/database-place.ts'
import type { FreezeChange } from '../../store/writes.ts'
import { actorOf } from '../actor.ts'
import { CommandError, usageError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { withExistingStore } from '../folder.ts'
import { folderOptionsOf } from '../options.ts'
import { say } from '../output.ts'
import { parseId, parsePath } from '../parse.ts'
import { databaseOf, type GivenStore, withStoreOptions } from '../store-options.ts'
import { answerRows, answerValue, type GivenRows, type ListColumn, toMinute, withRowFormats } from './answer-rows.ts'
import { capitalized } from './change.ts'
import { requireValue } from './remote-error.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

/** Where a command works: on a server, or on a data folder and the database that it belongs to. */
type GivenTarget = GivenServer & GivenStore & { readonly data?: string; readonly keyFile?: string }

type Verb = 'freeze' | 'thaw'
type Given = GivenTarget & {
  readonly tenant?: Id
  readonly reason: string
  readonly yes?: boolean
}

/** Where data is that is not asked of a server. */
function placeOf(data: string, given: GivenTarget): string {
  const database = databaseOf(given)
  return database ? nameOfDatabase(database) : data
}

/** What a freeze is of, and where, as sentences name it. */
const objectOf = (given: Given): string => {
  const where = given.data === undefined ? '' : ` in ${placeOf(given.data, given)}`
  return `${given.tenant === undefined ? 'everything' : `tenant ${given.tenant}`}${where}`
}

const effects: Readonly<Record<Verb, string>> = {
  freeze: 'every change of it would be refused until it is thawed',
  thaw: 'it could be changed again',
}

function assertMeant(verb: Verb, given: Given): void {
  if (given.yes) return
  throw usageError(
    `nothing was changed: this would ${verb} ${objectOf(given)}; ${effects[verb]}`,
    'Add --yes to do it.',
  )
}

function inFolder(verb: Verb, data: string, given: Given): Promise<Result<Freeze>> {
  const change: FreezeChange = {
    tenantId: given.tenant ?? null,
    reason: given.reason,
    actor: actorOf(verb),
    at: Date.now(),
  }
  return withExistingStore(folderOptionsOf({ ...given, data }), (store) => store[verb](change))
}

/** A variable of the environment may name the database of servers that are asked here. */
function assertFolderOfStore({ data, store }: GivenTarget, command: Command): void {
  if (data !== undefined || store === undefined || command.getOptionValueSource('store') !== 'cli') return
  throw usageError(
    '--store needs --data, the folder of a server on that database',
    'Add --data, or leave out --store to ask a server.',
  )
}

async function onServer(verb: Verb, given: Given, command: Command): Promise<Freeze> {
  const api = await apiOf(given, command)
  const input = { tenantId: given.tenant ?? null, reason: given.reason }
  return requireValue(await api.call(`freezes.${verb}`, input), notDone(verb, given), api)
}

const notDone = (verb: Verb, given: Given) => `${objectOf(given)} is not ${verb === 'freeze' ? 'frozen' : 'thawed'}`

/** The freeze that a folder answered. */
function valueIn(result: Result<Freeze>, verb: Verb, given: Given): Freeze {
  if (result.ok) return result.value
  throw new CommandError(`${notDone(verb, given)}: there is no such ${verb === 'freeze' ? 'tenant' : 'freeze'}`, {
    nextStep: 'Check --tenant, --data and --store.',
    exitCode: exitCodes.notFound,
  })
}

const sentenceOf: Readonly<Record<Verb, (freeze: Freeze) => string>> = {
  freeze: ({ frozenBy, frozenAt, reason }) => `frozen by ${frozenBy} since ${frozenAt}: ${reason}`,
  thaw: ({ frozenBy, frozenAt }) => `thawed; it was frozen by ${frozenBy} since ${frozenAt}`,
}

const run = (verb: Verb) =>
  async function change(given: Given, command: Command): Promise<void> {
    assertFolderOfStore(given, command)
    assertMeant(verb, given)
    const { data } = given
    const freeze =
      data === undefined
        ? await onServer(verb, given, command)
        : valueIn(await inFolder(verb, data, given), verb, given)
    if (given.json) return answerValue(freeze)
    const text = `${objectOf(given)} is ${sentenceOf[verb](freeze)}`
    say(capitalized(text))
  }

function parseReason(text: string): string {
  const reason = LabelInput(200).safeParse(text)
  if (!reason.success) throw new InvalidArgumentError('It must be text of at most 200 characters on one line.')
  return reason.data
}

const withTarget = (command: Command): Command =>
  withStoreOptions(
    withServer(command)
      .addOption(
        new Option(
          '--data <dir>',
          'work on this data folder, and with --store on its database, instead of on a server; also while it is served',
        ).argParser(parsePath),
      )
      .addOption(new Option('--key-file <file>', 'key file of that data folder').argParser(parsePath)),
  )

const withChange = (command: Command): Command =>
  withTarget(command)
    .option('--tenant <id>', 'only this tenant; without it, everything', parseId)
    .requiredOption('--reason <text>', 'why, for the audit log and for those whose changes are refused', parseReason)
    .option('--yes', 'do it; without this, only say what would be done')

export const addFreeze = (program: Command): void => void withChange(program.command('freeze')).action(run('freeze'))

export const addThaw = (program: Command): void => void withChange(program.command('thaw')).action(run('thaw'))

const columns: readonly ListColumn<Freeze>[] = [
  { name: 'tenantId', title: 'TENANT', of: ({ tenantId }) => tenantId, shown: ({ tenantId }) => tenantId ?? 'all' },
  { name: 'frozenBy', title: 'FROZEN BY', of: ({ frozenBy }) => frozenBy },
  { name: 'frozenAt', title: 'SINCE', of: ({ frozenAt }) => frozenAt, shown: ({ frozenAt }) => toMinute(frozenAt) },
  { name: 'reason', title: 'REASON', of: ({ reason }) => reason },
]

async function listOfServer(given: GivenTarget, command: Command): Promise<readonly Freeze[]> {
  const api = await apiOf(given, command)
  return requireValue(await api.call('freezes.list', {}), 'the freezes cannot be listed', api)
}

const listOfFolder = (data: string, given: GivenTarget): Promise<readonly Freeze[]> =>
  withExistingStore(folderOptionsOf({ ...given, data }), (store) => store.listFreezes(null))

async function list(given: GivenTarget & GivenRows, command: Command): Promise<void> {
  assertFolderOfStore(given, command)
  const { data } = given
  const rows = data === undefined ? await listOfServer(given, command) : await listOfFolder(data, given)
  const none =
    data === undefined ? 'Nothing is frozen that this token may see.' : `Nothing is frozen in ${placeOf(data, given)}.`
  answerRows(given, { value: rows, rows, columns, none })
}

export const addFreezesList = (freezes: Command): void =>
  void withRowFormats(withTarget(freezes.command('list'))).action(list)
