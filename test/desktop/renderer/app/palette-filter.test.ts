import { CircleDashed } from 'lucide-react'
import { expect, test } from 'vitest'
import { foundIn, type PaletteGroup } from '../../../../desktop/renderer/app/palette-filter.ts'

const entry = (label: string, about?: string) => ({
  id: label,
  label,
  icon: CircleDashed,
  go: () => {},
  ...(about && { about }),
})
const group = (title: string, labels: readonly string[]) => ({ title, entries: labels.map((label) => entry(label)) })
const labelsIn = (groups: readonly PaletteGroup[]) => groups.map(({ entries }) => entries.map(({ label }) => label))

test('every word is looked for, in whatever order they were typed', () => {
  const groups = [group('parts', ['Rotate keys of Harbour', 'Wallets of Harbour', 'Rotate keys of Meridian'])]
  expect(labelsIn(foundIn(groups, ' harb  ROTATE '))).toEqual([['Rotate keys of Harbour']])
  expect(foundIn(groups, 'harbour usdc')).toEqual([])
})

test('what is called as typed comes first, then what begins so', () => {
  const groups = [group('tokens', ['LP-USDC', 'USDC.e', 'USDC'])]
  expect(labelsIn(foundIn(groups, 'usdc'))).toEqual([['USDC', 'USDC.e', 'LP-USDC']])
})

test('what tells an entry from others of its name finds it too', () => {
  const groups = [{ title: 'custodians', entries: [entry('Cold', 'Harbour Trust'), entry('Cold', 'Meridian')] }]
  expect(foundIn(groups, 'cold trust')[0]?.entries).toHaveLength(1)
})

test('a kind that is many leaves room for the others, and one that is hidden waits for a query', () => {
  const many = group(
    'custodians',
    Array.from({ length: 5_000 }, (_, at) => `Desk ${at}`),
  )
  const hidden = { ...group('parts', ['Wallets of Desk 1']), isHidden: true }
  expect(labelsIn(foundIn([many, hidden], '')).map(({ length }) => length)).toEqual([12])
  expect(labelsIn(foundIn([many, hidden], 'desk')).map(({ length }) => length)).toEqual([12, 1])
})
