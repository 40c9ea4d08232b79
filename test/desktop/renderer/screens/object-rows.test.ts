import { expect, test } from 'vitest'
import {
  type ObjectsView,
  type ReserveObject,
  shownObjects,
} from '../../../../desktop/renderer/screens/administration/reserve-objects/object-rows.ts'

type Token = ReserveObject & { readonly symbol: string; readonly blockchainId: string }

const token = (id: string, symbol: string, blockchainId: string): Token => ({
  id,
  version: 1,
  disabled: false,
  symbol,
  blockchainId,
})

const tokens = [token('10', 'USDX', '1'), token('9', 'wbtc', '2'), token('2', 'USDX', '2')]
const columns = [
  { id: 'symbol', textOf: ({ symbol }: Token) => symbol },
  { id: 'id', textOf: ({ id }: Token) => id },
]
const whole: ObjectsView = { search: '', network: '', order: { column: 'symbol', isDescending: false } }
const shown = (view: Partial<ObjectsView>) => shownObjects(tokens, columns, { ...whole, ...view }).map(({ id }) => id)

test('objects are sorted by a column in either direction, numbers by their value, and like ones by ID', () => {
  expect(shown({})).toEqual(['2', '10', '9'])
  expect(shown({ order: { column: 'symbol', isDescending: true } })).toEqual(['9', '2', '10'])
  expect(shown({ order: { column: 'id', isDescending: false } })).toEqual(['2', '9', '10'])
})

test('a column that is no longer there sorts as the first one', () => {
  expect(shown({ order: { column: 'gone', isDescending: false } })).toEqual(shown({}))
})

test('every word of the search is in a column, in any case, and only one network is shown where one is chosen', () => {
  expect(shown({ search: 'usdx' })).toEqual(['2', '10'])
  expect(shown({ search: ' usdx 10 ' })).toEqual(['10'])
  expect(shown({ search: 'usdx', network: '2' })).toEqual(['2'])
  expect(shown({ search: 'nothing' })).toEqual([])
})
