import { expect, test } from 'vitest'
import { importColumns } from '../../../../desktop/renderer/screens/this-machine/import-columns.ts'
import { isRequired } from '../../../../server/import/column.ts'
import { kinds } from '../../../../server/import/kinds.ts'

/** As the table of the screen has it: "reserve accounts" is reserveAccounts. */
const keyOf = (name: string) => name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

test('the screen names the kinds of files that an import takes, each with the columns it needs', () => {
  const needed = kinds.map(({ name, columns }) => [
    keyOf(name),
    Object.keys(columns).filter((column) => isRequired(columns[column] as never)),
  ])
  const told = Object.entries(importColumns).map(([kind, { required }]) => [kind, required])
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(needed))
})

test('the screen names no column that an import would refuse', () => {
  for (const { name, columns } of kinds) {
    const { optional } = importColumns[keyOf(name) as keyof typeof importColumns]
    expect(Object.keys(columns)).toEqual(expect.arrayContaining([...optional]))
  }
})
