import { expect, test } from 'vitest'
import { importColumns } from '../../../../desktop/renderer/screens/this-machine/import-columns.ts'
import { isRequired } from '../../../../server/import/column.ts'
import { kinds } from '../../../../server/import/kinds.ts'

/** As the table of the screen has it: "reserve accounts" is reserveAccounts. */
const keyOf = (name: string) => name.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

test('the import screen lists each kind of file with its required columns', () => {
  const needed = kinds.map(({ name, columns }) => [
    keyOf(name),
    Object.keys(columns).filter((column) => isRequired(columns[column] as never)),
  ])
  const listed = Object.entries(importColumns).map(([kind, { required }]) => [kind, required])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(needed))
})

test('the import screen lists no column that an import rejects', () => {
  for (const { name, columns } of kinds) {
    const { optional } = importColumns[keyOf(name) as keyof typeof importColumns]
    expect(Object.keys(columns)).toEqual(expect.arrayContaining([...optional]))
  }
})
