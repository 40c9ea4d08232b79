import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountBars,
  shareOf,
  tellingToken,
  transactionBars,
} from '../../../../desktop/renderer/screens/reserves/chart-bars.ts'
import { compareDecimals } from '../../../../desktop/renderer/screens/reserves/decimals.ts'
import {
  countsOf,
  reserveRowsOf,
  wholeReport,
  withKeys,
} from '../../../../desktop/renderer/screens/reserves/reserve-rows.ts'
import type { ReportReservesModel } from '../../../../shared/reserves.ts'
import { amount, unitsOf } from '../amounts.ts'

const row = fc.record({
  tokenSymbol: fc.constantFrom('USDC', 'USDT', 'ETH', 'usdc'),
  blockchain: fc.constantFrom('Ethereum', 'Base', 'Polygon'),
  reserveAmount: amount,
  transactionCount: fc.nat(Number.MAX_SAFE_INTEGER),
  lastTransactionDate: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
}) as fc.Arbitrary<ReportReservesModel>
const report = fc.array(row, { maxLength: 12 })

const rowOf = (tokenSymbol: string, blockchain: string, reserveAmount: string) =>
  ({
    tokenSymbol,
    blockchain,
    reserveAmount,
    transactionCount: 1,
    lastTransactionDate: '2026-01-02T03:04:05.000Z',
  }) as ReportReservesModel

describe('amounts', () => {
  test('are sorted by value, with any number of digits', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const unitsA = unitsOf(a)
        const unitsB = unitsOf(b)
        expect(Math.sign(compareDecimals(a, b))).toBe(unitsA < unitsB ? -1 : unitsA > unitsB ? 1 : 0)
      }),
      { numRuns: 1000 },
    )
  })

  test('that differ only in the last of many digits are not equal', () => {
    const digits = '9'.repeat(59)
    expect(compareDecimals(`${digits}8`, `${digits}9`)).toBeLessThan(0)
    expect(compareDecimals(`-${digits}8`, `-${digits}9`)).toBeGreaterThan(0)
  })
})

describe('the rows shown', () => {
  test('are those of the report in any sort order when nothing is filtered', () => {
    fc.assert(
      fc.property(
        report,
        fc.constantFrom('reserveAmount', 'transactionCount', 'blockchain'),
        fc.boolean(),
        (all, sortBy, isDescending) => {
          const shown = reserveRowsOf(all, { ...wholeReport, sortBy, isDescending })
          expect(new Set(shown)).toEqual(new Set(all))
          expect(shown).toHaveLength(all.length)
        },
      ),
    )
  })

  test('keep the order of the server where the column is equal, in both directions', () => {
    const all = [rowOf('A', 'x', '1'), rowOf('B', 'x', '1'), rowOf('C', 'x', '1')]
    for (const isDescending of [true, false])
      expect(reserveRowsOf(all, { ...wholeReport, sortBy: 'reserveAmount', isDescending })).toEqual(all)
  })

  test('contain the search text in symbol or blockchain, in any case', () => {
    const all = [rowOf('USDC', 'Base', '1'), rowOf('BASED', 'Polygon', '2'), rowOf('ETH', 'Ethereum', '3')]
    expect(reserveRowsOf(all, { ...wholeReport, text: ' base ' }).map(({ reserveAmount }) => reserveAmount)).toEqual([
      '2',
      '1',
    ])
    expect(reserveRowsOf(all, { ...wholeReport, text: 'base', blockchain: 'Base' })).toEqual([all[0]])
  })

  test('have unique keys even when a symbol occurs twice on one blockchain', () => {
    const all = withKeys([rowOf('USDC', 'Base', '1'), rowOf('USDC', 'Base', '2'), rowOf('USDC', 'Polygon', '3')])
    expect(new Set(all.map(({ key }) => key)).size).toBe(3)
  })
})

describe('the counts', () => {
  test('include each row and each transaction exactly once', () => {
    fc.assert(
      fc.property(report, (rows) => {
        const counts = countsOf(rows)
        expect(counts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(rows.length)
        expect(counts.reduce((sum, { transactions }) => sum + transactions, 0n)).toBe(
          rows.reduce((sum, { transactionCount }) => sum + BigInt(transactionCount), 0n),
        )
        expect(new Set(counts.map(({ blockchain }) => blockchain)).size).toBe(counts.length)
      }),
    )
  })
})

describe('the bars', () => {
  test('of a token show only its exact amounts, on its own scale', () => {
    const rows = [rowOf('USDC', 'Base', '50.5'), rowOf('USDC', 'Polygon', '-101'), rowOf('ETH', 'Ethereum', '9999999')]
    expect(amountBars(rows, 'USDC')).toEqual({
      bars: [
        { name: 'Base', figure: '50.5', share: 0.5 },
        { name: 'Polygon', figure: '-101', share: -1 },
      ],
      leftOut: 0,
    })
  })

  test('are never longer than the scale or of a length that cannot be drawn', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 5 }), (amounts) => {
        const { bars } = amountBars(
          amounts.map((each) => rowOf('A', 'x', each)),
          'A',
        )
        for (const { share } of bars) expect(Math.abs(share)).toBeLessThanOrEqual(1)
        expect(bars.map(({ figure }) => figure).sort()).toEqual([...amounts].sort())
      }),
    )
  })

  test('start with the token on the most blockchains', () => {
    expect(tellingToken([rowOf('A', 'x', '1'), rowOf('C', 'x', '1'), rowOf('B', 'x', '1'), rowOf('B', 'y', '1')])).toBe(
      'B',
    )
    expect(tellingToken([rowOf('B', 'x', '1'), rowOf('A', 'x', '1')])).toBe('A')
    expect(tellingToken([])).toBe('')
  })

  test('that do not fit are counted', () => {
    const rows = Array.from({ length: 25 }, (_, index) => rowOf('A', `chain ${index}`, `${index}`))
    expect(amountBars(rows, 'A')).toMatchObject({ bars: { length: 20 }, leftOut: 5 })
    expect(transactionBars(countsOf(rows))).toMatchObject({ bars: { length: 20 }, leftOut: 5 })
  })

  test('of a zero amount have no length', () => {
    expect(shareOf('0', '0')).toBe(0)
    expect(transactionBars([])).toEqual({ bars: [], leftOut: 0 })
  })
})
