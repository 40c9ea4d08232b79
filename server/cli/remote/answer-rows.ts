import { type Command, Option } from 'commander'
import { csvOf } from '../../../shared/csv.ts'
import { nameUnseen } from '../../../shared/unseen-characters.ts'
import { answerJson, note } from '../output.ts'
import { columnsInSight, table } from '../table.ts'
import type { GivenServer } from './target.ts'

/** Increases when a member of the JSON of these commands changes its meaning or is removed; new members do not count. */
export const schemaVersion = 1

/** The JSON of a command: ids and amounts are strings with all their digits, as in docs/openapi.strings.json. */
export const answerValue = (value: unknown): void => answerJson({ schemaVersion, value })

export type ListColumn<Row> = {
  /** In CSV; the name of the member in JSON. */
  readonly name: string
  readonly title: string
  readonly of: (row: Row) => string | number | boolean | null | undefined
  /** As a person reads it, where that is not the value itself. */
  readonly shown?: (row: Row) => string
}

export type GivenRows = GivenServer & { readonly csv?: boolean }

export const withRowFormats = (command: Command): Command =>
  command.addOption(new Option('--csv', 'print comma-separated values with a header').conflicts('json'))

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

export const yesOrNo = (isSet: boolean): string => (isSet ? 'yes' : 'no')

/** A moment as a table has it, to the minute. */
export const toMinute = (at: string | null | undefined): string => (at ? `${at.slice(0, 16)}Z` : '-')

const shownBy =
  <Row>({ of, shown }: ListColumn<Row>) =>
  (row: Row): string =>
    shown ? shown(row) : textOf(of(row)) || '-'

type Answer<Row> = {
  readonly value: unknown
  readonly rows: readonly Row[]
  readonly columns: readonly ListColumn<Row>[]
  /** What a person reads in place of a table without rows. */
  readonly none: string
}

function csvOfRows<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]): string {
  // Programs get each character; a terminal would obey some.
  const cellOf = (text: string) => (process.stdout.isTTY ? nameUnseen(text) : text)
  const cells = rows.map((row) => columns.map(({ of }) => cellOf(textOf(of(row)))))
  return csvOf(
    columns.map(({ name }) => name),
    cells,
  )
}

/** The first columns, as many as a terminal has room for; the others are named. */
function printTable<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[]): void {
  const cells = rows.map((row) => columns.map((column) => shownBy(column)(row)))
  const all = [columns.map(({ title }) => title), ...cells]
  const count = columnsInSight(all)
  process.stdout.write(`${table(all.map((row) => row.slice(0, count)))}\n`)
  if (count === columns.length) return
  const left = columns.slice(count).map(({ title }) => title.toLowerCase())
  note(`Not shown in this width: ${left.join(', ')}. Widen the terminal, or add --csv or --json.`)
}

/** The result of a list: a table for a person, or the value as JSON, or the rows as CSV. */
export function answerRows<Row>({ json, csv }: GivenRows, { value, rows, columns, none }: Answer<Row>): void {
  if (json) answerValue(value)
  else if (csv) process.stdout.write(csvOfRows(rows, columns))
  else if (rows.length > 0) printTable(rows, columns)
  else process.stdout.write(`${none}\n`)
}
