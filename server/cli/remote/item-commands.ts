import type { Command } from 'commander'
import type { Id } from '../../../shared/primitives.ts'
import { parseId } from '../parse.ts'
import { record } from '../table.ts'
import { answerValue, type ListColumn } from './answer-rows.ts'
import {
  type Change,
  changeItem,
  type GivenChange,
  itemName,
  type Subject,
  type Versioned,
  withVersion,
} from './change.ts'
import { requireValue } from './remote-error.ts'
import { withConfirmation } from './secret-input.ts'
import { apiOf, type GivenServer, withServer } from './target.ts'

type Switched = Versioned & { readonly disabledAt: string | null }

export type Shown<Item extends Versioned> = Subject<Item> & { readonly columns: readonly ListColumn<Item>[] }

export type Removable<Item extends Versioned> = Shown<Item> & { readonly remove: Change<Item>['send'] }

export type Switchable<Item extends Versioned> = Subject<Item> & {
  readonly disable: Change<Item>['send']
  readonly enable: Change<Item>['send']
}

/** An object that can be disabled and deleted. */
export type Administered<Item extends Versioned> = Removable<Item> & Switchable<Item>

export type Adds = (group: Command) => void

const idArgument = (command: Command, { noun }: { readonly noun: string }) =>
  command.argument('<id>', `ID of the ${noun}`, parseId)

/** Adds a command that changes one object. */
export const addChange = <Item extends Versioned>(subject: Subject<Item>, command: Command, change: Change<Item>) =>
  idArgument(withVersion(withServer(command)), subject).action(async (id: Id, given: GivenChange, self: Command) =>
    changeItem(subject, change, { api: await apiOf(given, self), id, given }),
  )

export const addShow =
  <Item extends Versioned>(subject: Shown<Item>): Adds =>
  (group) =>
    void idArgument(withServer(group.command('show')), subject).action(
      async (id: Id, given: GivenServer, self: Command) => {
        const api = await apiOf(given, self)
        const item = requireValue(await subject.read(api, id), `${subject.noun} ${id} cannot be read`, api)
        if (given.json) return answerValue(item)
        process.stdout.write(`${record(pairsOf(item, subject.columns))}\n`)
      },
    )

const pairsOf = <Item>(item: Item, columns: readonly ListColumn<Item>[]) =>
  columns.map(({ title, of, shown }) => [title.toLowerCase(), shown?.(item) ?? `${of(item) ?? '-'}`] as const)

export const addDelete =
  <Item extends Versioned>(subject: Removable<Item>): Adds =>
  (group) => {
    const described = group.command('delete')
    addChange(subject, withConfirmation(described), {
      done: 'deleted',
      send: subject.remove,
      question: (item) => `Delete ${itemName(subject, item)}? This cannot be undone; its ID is not used again.`,
    })
  }

export const addDisable =
  <Item extends Switched>(subject: Switchable<Item>): Adds =>
  (group) =>
    void addChange(subject, group.command('disable'), disabling(subject))

export const disabling = <Item extends Switched>({ disable }: Switchable<Item>): Change<Item> => ({
  done: 'disabled',
  send: disable,
  isDone: ({ disabledAt }) => disabledAt !== null,
})

export const addEnable =
  <Item extends Switched>(subject: Switchable<Item>): Adds =>
  (group) =>
    void addChange(subject, group.command('enable'), {
      done: 'enabled',
      send: subject.enable,
      isDone: ({ disabledAt }) => disabledAt === null,
    })
