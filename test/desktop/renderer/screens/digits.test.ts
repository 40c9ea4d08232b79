import fc from 'fast-check'
import { expect, test } from 'vitest'
import { digitsOf, grouped, placesOf } from '../../../../desktop/renderer/screens/reserves/decimals.ts'
import { amount } from '../amounts.ts'

test('a grouped amount without its separators equals the amount', () => {
  fc.assert(
    fc.property(amount, (decimal) => {
      expect(grouped(decimal, ' ').replaceAll(' ', '')).toBe(decimal)
    }),
  )
})

test('digit groups have three digits, except the first of the integer and the last of the fraction', () => {
  fc.assert(
    fc.property(amount, (decimal) => {
      const { whole, fraction } = digitsOf(decimal)
      for (const group of [...whole.slice(1), ...fraction.slice(0, -1)]) expect(group).toMatch(/^\d{3}$/)
      for (const group of [...whole.slice(0, 1), ...fraction.slice(-1)]) expect(group).toMatch(/^\d{1,3}$/)
    }),
  )
})

test.each([
  ['0', '0'],
  ['-0.5', '-0.5'],
  ['999', '999'],
  ['1000', '1 000'],
  ['-1234567.12345678', '-1 234 567.123 456 78'],
  [
    '123456789012345678901234567890.000000000000000001',
    '123 456 789 012 345 678 901 234 567 890.000 000 000 000 000 001',
  ],
])('the amount %s is grouped as %s', (decimal, read) => {
  expect(grouped(decimal, ' ')).toBe(read)
})

test('the decimal places of an amount are its digits after the point', () => {
  expect(['0', '-12', '1.5', '0.000000000000000001'].map(placesOf)).toEqual([0, 0, 1, 18])
})
