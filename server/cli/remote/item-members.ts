import type { Command } from 'commander'
import type { AuditKind } from '../../../shared/audit.ts'
import { largestPage } from '../../../shared/paging.ts'
import type { Id } from '../../../shared/primitives.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { usageError } from '../command-error.ts'
import { say } from '../output.ts'
import { parseId } from '../parse.ts'
import { answerRows, answerValue, type GivenRows, withRowFormats } from './answer-rows.ts'
import type { Api, CallOptions, RemoteFailure } from './api.ts'
import {
  capitalized,
  changeItem,
  type GivenChange,
  itemName,
  type Subject,
  type Versioned,
  withVersion,
} from './change.ts'
import type { History } from './changes-by-others.ts'
import { type Created, createIdentified } from './creation.ts'
import type { Adds, Shown } from './item-commands.ts'
import { type ListPage, type PageInput, readPages } from './read-pages.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

type Answer<Value> = Promise<Result<Value, RemoteFailure>>

type Listed<Item extends Versioned> = Pick<Shown<Item>, 'noun' | 'columns'> & {
  readonly page: (api: Api, input: PageInput) => Answer<ListPage<Item>>
}

/** Adds the command that lists all of a kind. */
export const addList =
  <Item extends Versioned>({ noun, columns, page }: Listed<Item>): Adds =>
  (group) =>
    void withRowFormats(withServer(group.command('list'))).action(async (given: GivenRows, command: Command) => {
      const api = await apiOf(given, command)
      const rows = await readPages(api, { several: `${noun}s`, page: (input) => page(api, input) })
      answerRows(given, { value: rows, rows, columns, none: `There are no ${noun}s.` })
    })

/** The changes of an object whose ID is in the details of its audit records. */
export const historyBy =
  (member: string, kinds: readonly AuditKind[]) =>
  (id: Id): History => ({ filter: {}, kinds, isMeant: ({ details }) => details[member] === id })

type Creation<Item, Given> = {
  /** Adds the options that set its members. */
  readonly options: (command: Command) => Command
  /** By what it is named before it has an ID. */
  readonly called: (given: Given) => string
  /** What the options set, as it is stored. */
  readonly membersOf: (given: Given) => object
  readonly ids: (api: Api) => Answer<readonly Id[]>
  readonly send: (api: Api, given: Given & { readonly id?: Id }, options: CallOptions) => Answer<Item>
}

/** The IDs of a kind, out of its pages. */
export const idsOf =
  (page: (api: Api, input: PageInput) => Answer<ListPage<{ readonly id: Id }>>) =>
  async (api: Api): Answer<readonly Id[]> => {
    const ids: Id[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const read = await page(api, { limit: largestPage, ...(cursor !== undefined && { cursor }) })
      if (!read.ok) return read
      ids.push(...read.value.items.map(({ id }) => id))
      cursor = read.value.nextCursor
    }
    return ok(ids)
  }

/** Adds the command that creates one, with the next ID or a chosen one. */
export const addCreate =
  <Item extends Versioned, Given>(subject: Subject<Item>, creation: Creation<Item, Given>): Adds =>
  (group) =>
    void creation
      .options(withServer(group.command('create')))
      .option('--id <id>', 'its ID; by default the next one that was never used', parseId)
      .action(async (given: GivenServer & Given & { readonly id?: Id }, command: Command) => {
        const api = await apiOf(given, command)
        const members = creation.membersOf(given)
        const created = await createIdentified(api, {
          subject,
          what: `the ${subject.noun} "${creation.called(given)}"`,
          id: given.id,
          lists: `${group.name()} list`,
          ids: () => creation.ids(api),
          send: (id, options) => creation.send(api, id === undefined ? given : { ...given, id }, options),
          isWanted: (item) => isAmong(item, members),
        })
        answerCreated(subject, given, created)
      })

function answerCreated<Item extends Versioned>(subject: Subject<Item>, given: GivenServer, created: Created<Item>) {
  const { item, isLost } = created
  if (given.json) return answerValue(item)
  const lost = isLost ? ' The answer was lost; this is what the server shows.' : ''
  say(`${capitalized(itemName(subject, item))} is created; its version is ${item.version}.${lost}`)
}

type Base = { readonly id: Id; readonly version: number }

type Update<Item, Given, Members> = {
  readonly options: (command: Command) => Command
  /** The options, for a command line without any of them. */
  readonly among: string
  /** What the options set; undefined is not set. */
  readonly membersOf: (given: Given) => Members
  readonly send: (api: Api, base: Base & { readonly members: Members }, options: CallOptions) => Answer<Item>
  /** What is stored of the members, where the server decides it. */
  readonly stored?: (members: Members, item: Item) => Members
}

const isAmong = <Item extends object>(item: Item, members: object): boolean =>
  Object.entries(members).every(([member, value]) => value === undefined || item[member as keyof Item] === value)

/** Adds the command that changes the members that its options set. */
export const addUpdate =
  <Item extends Versioned, Given, Members extends object>(
    subject: Subject<Item>,
    { options, among, membersOf, send, stored = (members) => members }: Update<Item, Given, Members>,
  ): Adds =>
  (group) =>
    void options(withVersion(withServer(group.command('update'))))
      .argument('<id>', `ID of the ${subject.noun}`, parseId)
      .action(async (id: Id, given: GivenChange & Given, command: Command) => {
        const members = membersOf(given)
        if (Object.values(members).every((value) => value === undefined))
          throw usageError('there is nothing to change', `Add ${among}.`)
        const change = {
          done: 'changed',
          send: (api: Api, base: Base, calling: CallOptions) => send(api, { ...base, members }, calling),
          isDone: (item: Item) => isAmong(item, stored(members, item)),
        }
        await changeItem(subject, change, { api: await apiOf(given, command), id, given })
      })
