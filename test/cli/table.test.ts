import { expect, test } from 'vitest'
import { table } from '../../server/cli/table.ts'

test('a table may have more rows than a call can have arguments', () => {
  const rows = Array.from({ length: 300_000 }, (_, row) => [`${row}`, 'name'])
  expect(table([['ID', 'NAME'], ...rows]).endsWith('\n299999  name')).toBe(true)
})
