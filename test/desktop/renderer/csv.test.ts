import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOf, harmless, withoutMarks } from '../../../shared/csv.ts'
import { readCsv } from './read-csv.ts'

/** Text of all that a cell can go wrong with, and of anything else. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'=+-@\'",;\t\r\n |a0.＝') }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
)
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))

test('an RFC 4180 reader reads back what was written, formula marks aside', () => {
  fc.assert(
    fc.property(table, ([header = [], ...rows]) => {
      const read = readCsv(csvOf(header, rows)).map((row) => row.map(withoutMarks))
      expect(read).toEqual([header, ...rows])
    }),
    { numRuns: 2000 },
  )
})

test('every line ends in CRLF, and only cells that need it are quoted', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['x y', '-1.50'],
        ['say "hi"', 'a,b'],
      ],
    ),
  ).toBe('a,b\r\nx y,-1.50\r\n"say ""hi""","a,b"\r\n')
})

describe('a formula', () => {
  const number = /^-?\d+(\.\d+)?$/
  const looksLikeFormula = (cell: string) => /^\s*[=+\-@＝＋－＠]/.test(cell) && !number.test(cell)

  test('never starts a cell, with any separator', () => {
    fc.assert(
      fc.property(text, (cell) => {
        expect(
          harmless(cell)
            .split(/[;\t\r\n]/)
            .filter(looksLikeFormula),
        ).toEqual([])
      }),
      { numRuns: 5000 },
    )
  })

  test('is found in an unprotected cell (control)', () => {
    expect(
      ['=1+1', ' @SUM(A1)', '-1+cmd', 'a;=1'].flatMap((cell) => cell.split(';')).filter(looksLikeFormula),
    ).toHaveLength(4)
  })

  test.each([
    ['=HYPERLINK("x")', '\'=HYPERLINK("x")'],
    ['+1', "'+1"],
    ['-1+1', "'-1+1"],
    ['@A1', "'@A1"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1', "'＝1"],
    ['  =1', "'  =1"],
    ["'tis", "''tis"],
    ['x;=1', "x;'=1"],
  ])('in %j becomes %j', (cell, marked) => {
    expect(harmless(cell)).toBe(marked)
    expect(withoutMarks(marked)).toBe(cell)
  })
})

test('numbers of any length and sign stay unchanged', () => {
  for (const number of ['0', '-1', '-0.000000000000000001', '9'.repeat(60), `-${'9'.repeat(60)}.5`])
    expect(harmless(number)).toBe(number)
})
