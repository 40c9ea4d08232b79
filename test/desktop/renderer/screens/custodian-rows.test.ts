import { expect, test } from 'vitest'
import {
  type CustodiansView,
  custodianRowsOf,
  firstView,
  shownRows,
} from '../../../../desktop/renderer/screens/custodians/custodian-rows.ts'
import { Custodian } from '../../../../shared/custodians.ts'

const now = Date.UTC(2026, 5, 1)
const custodian = (id: number, more: object = {}) =>
  Custodian.parse({
    id: `${id}`,
    name: `Desk ${id}`,
    tenantId: '1',
    provider: 'copper',
    credentialVersion: 1,
    lastRotatedAt: '2026-05-01T00:00:00.000Z',
    state: 'in-force',
    ...more,
  })
const rows = custodianRowsOf(
  [
    custodian(10),
    custodian(2, { lastRotatedAt: '2026-03-03T00:00:00.000Z', provider: 'fireblocks' }),
    custodian(3, { lastRotatedAt: null, credentialVersion: 0, state: 'no-credentials', tenantId: '7' }),
    custodian(4, { state: 'rejected', lastRotatedAt: '2026-06-01T00:00:00.000Z' }),
    custodian(5, { lastRotatedAt: '2026-06-02T00:00:00.000Z', state: 'rotating' }),
  ],
  { tenantNames: new Map([['1', 'Harbour Trust']]), now, dueDays: 90 },
)
const shown = (view: Partial<CustodiansView>) => shownRows(rows, { ...firstView, ...view }).map(({ id }) => id)

test('keys are due at the age in the settings, and when missing or rejected', () => {
  expect(rows.map(({ isOverdue }) => isOverdue)).toEqual([false, true, false, false, false])
  expect(shown({ filter: 'due' })).toEqual(['4', '3', '2'])
  expect(shown({ filter: 'rotating' })).toEqual(['5'])
})

test('a search matches every word in name, provider, tenant or ID', () => {
  expect(shown({ search: 'HARBOUR fireblocks' })).toEqual(['2'])
  expect(shown({ search: ' desk 1 ' })).toEqual(['10'])
  expect(shown({ search: '7' })).toEqual(['3'])
  expect(shown({ search: 'harbour settlement' })).toEqual([])
})

test('numbers in names sort as numbers, and equal rows stay in the order of names', () => {
  expect(shown({ order: { column: 'name', isDescending: false } })).toEqual(['2', '3', '4', '5', '10'])
  expect(shown({ order: { column: 'rotated', isDescending: true } })).toEqual(['5', '4', '10', '2', '3'])
})

test('the most urgent come first: rejected, without keys, overdue, then those that are fine', () => {
  expect(shown({})).toEqual(['4', '3', '2', '5', '10'])
})
