import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCsvSource } from '../../server/import/csv.ts'

type Row = { readonly cells: readonly string[]; readonly line: number }

const isQuoted = (content: string) => /[",\r\n]/.test(content)
const written = (content: string, quote: boolean) =>
  quote || isQuoted(content) ? `"${content.replaceAll('"', '""')}"` : content

/** Reads the text in blocks that end where the given lines end. */
function readInBlocks(text: string, ends: readonly number[]): { rows: Row[]; faults: string[] } {
  const rows: Row[] = []
  const faults: string[] = []
  const source = createCsvSource({
    row: (cells, line) => rows.push({ cells, line }),
    fault: (reason) => faults.push(reason),
  })
  let block = ''
  for (const [place, line] of text.split(/(?<=\n)/).entries()) {
    block += line
    if (!ends.includes(place)) continue
    source.read({ text: block, faults: new Map() })
    block = ''
  }
  source.read({ text: block, faults: new Map() })
  source.end()
  return { rows, faults }
}

const cell = fc.record({
  text: fc.string({ unit: fc.constantFrom('a', '1', ' ', ',', '"', '\n', '\r\n', 'é'), maxLength: 6 }),
  quote: fc.boolean(),
})
const layout = fc.record({
  rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 20 }),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  /** Lines after which a block ends. */
  ends: fc.array(fc.nat(60)),
  endsOpen: fc.boolean(),
})

test('every RFC 4180 table is read back cell for cell with its line numbers, for any block size', () => {
  fc.assert(
    fc.property(layout, ({ rows, lineEnd, ends, endsOpen }) => {
      const records = rows.map((row) => row.map((one) => written(one.text, one.quote)).join(','))
      const text = records.join(lineEnd) + (endsOpen || rows.length === 0 ? '' : lineEnd)
      let line = 1
      const expected = rows.map((row, place) => {
        const start = line
        line += 1 + ((records[place] as string).match(/\n/g)?.length ?? 0)
        return { cells: row.map((one) => one.text), line: start }
      })
      expect(readInBlocks(text, ends)).toEqual({ rows: expected, faults: [] })
    }),
    { numRuns: 500 },
  )
})

test('no text makes the CSV reader throw, lose a line or miscount', () => {
  const anything = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', '""'), maxLength: 60 })
  fc.assert(
    fc.property(anything, fc.array(fc.nat(20)), (text, ends) => {
      const whole = readInBlocks(text, [])
      expect(readInBlocks(text, ends)).toEqual(whole)
      const lines = text.split('\n').filter((line) => line !== '' && line !== '\r').length
      expect(whole.rows.length + whole.faults.length).toBeLessThanOrEqual(lines)
      expect(whole.rows.length + whole.faults.length > 0).toBe(lines > 0)
    }),
    { numRuns: 500 },
  )
})

test('an unclosed quote buffers 1 MiB at most, so that memory stays flat', () => {
  const found = { rows: 0, faults: [] as number[] }
  const source = createCsvSource({
    row: () => {
      found.rows += 1
    },
    fault: (_reason, line) => found.faults.push(line),
  })
  const block = { text: 'plain,line\n'.repeat(10_000), faults: new Map() }
  const blocks = 30
  source.read({ text: 'an,"open quote\n', faults: new Map() })
  for (let read = 0; read < blocks; read += 1) source.read(block)
  expect(found.faults).toEqual([1])
  expect(found.rows).toBe(blocks * 10_000)
  source.end()
  expect(found).toEqual({ rows: blocks * 10_000, faults: [1] })
})
