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

test('the palette matches every typed word in any order', () => {
  const groups = [group('parts', ['Rotate keys of Harbour', 'Wallets of Harbour', 'Rotate keys of Meridian'])]
  expect(labelsIn(foundIn(groups, ' harb  ROTATE '))).toEqual([['Rotate keys of Harbour']])
  expect(foundIn(groups, 'harbour usdc')).toEqual([])
})

test('exact matches come first, then prefix matches', () => {
  const groups = [group('tokens', ['LP-USDC', 'USDC.e', 'USDC'])]
  expect(labelsIn(foundIn(groups, 'usdc'))).toEqual([['USDC', 'USDC.e', 'LP-USDC']])
})

test('the palette also searches the detail that distinguishes entries of one name', () => {
  const groups = [{ title: 'custodians', entries: [entry('Cold', 'Harbour Trust'), entry('Cold', 'Meridian')] }]
  expect(foundIn(groups, 'cold trust')[0]?.entries).toHaveLength(1)
})

test('the palette limits each kind of entry, and shows hidden kinds only for a query', () => {
  const many = group(
    'custodians',
    Array.from({ length: 5_000 }, (_, at) => `Desk ${at}`),
  )
  const hidden = { ...group('parts', ['Wallets of Desk 1']), isHidden: true }
  expect(labelsIn(foundIn([many, hidden], '')).map(({ length }) => length)).toEqual([12])
  expect(labelsIn(foundIn([many, hidden], 'desk')).map(({ length }) => length)).toEqual([12, 1])
})
