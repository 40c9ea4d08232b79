import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowSplitter } from '../../../desktop/main/remote/wallets/row-splitter.ts'

function split(bytes: Buffer, cuts: readonly number[]) {
  const rows: unknown[] = []
  const splitter = createRowSplitter({
    most: 1e6,
    onRow: (text) => {
      rows.push(JSON.parse(text.toString()))
      return null
    },
  })
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length]
  const faults = places.slice(1).map((end, index) => splitter.take(bytes.subarray(places[index], end)))
  return { rows, fault: faults.find(Boolean) ?? null, shell: splitter.shell() }
}

const shallow = fc.jsonValue({ maxDepth: 3, depthSize: 'small' })
const row = fc.dictionary(fc.string(), shallow)

test('rows are unchanged by any chunking of the bytes and any way of writing them', () => {
  const cases = fc.record({
    wallets: fc.array(row, { maxLength: 6 }),
    around: fc.dictionary(
      fc.string().filter((name) => name !== 'wallets'),
      shallow,
    ),
    indent: fc.integer({ min: 0, max: 3 }),
    isFirst: fc.boolean(),
    cuts: fc.array(fc.nat(), { maxLength: 20 }),
  })
  fc.assert(
    fc.property(cases, ({ wallets, around, indent, isFirst, cuts }) => {
      const data = isFirst ? { wallets, ...around } : { ...around, wallets }
      const bytes = Buffer.from(JSON.stringify({ result: { data } }, null, indent))
      const parts = split(
        bytes,
        cuts.map((cut) => cut % (bytes.length + 1)),
      )
      expect(parts.fault).toBeNull()
      expect(parts.rows).toEqual(JSON.parse(JSON.stringify(wallets)))
      expect(JSON.parse(parts.shell.toString())).toEqual(
        JSON.parse(JSON.stringify({ result: { data: { ...data, wallets: [] } } })),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('a listing in chunks of one byte gives the same rows', () => {
  const text = '{"result":{"data":{"a":"]}\\\\\\"","wallets" : [{"b":"\\\\"},{"c":["{\\"",{"d":{}}]}],"e":[[{}]]}}}'
  const every = Array.from({ length: text.length }, (_, index) => index)
  expect(split(Buffer.from(text), every).rows).toEqual([{ b: '\\' }, { c: ['{"', { d: {} }] }])
})

test.each([
  ['elsewhere in the answer', '{"error":{"wallets":[{"a":1}]}}'],
  ['below the level of the rows', '{"result":{"data":{"more":{"wallets":[{"a":1}]}}}}'],
  ['within a list', '{"result":[{"x":{"wallets":[{"a":1}]}}]}'],
  ['in a text', '{"result":{"data":{"x":"\\"wallets\\":[{","y":[{"a":1}]}}}'],
])('a list of the same name %s is not split', (_, text) => {
  const parts = split(Buffer.from(text), [])
  expect(parts).toMatchObject({ rows: [], fault: null })
  expect(parts.shell.toString()).toBe(text)
})

test('arbitrary bytes never make the splitter throw', () => {
  const signs = fc.array(fc.constantFrom(...'{}[]",:\\ a'.split(''), '"wallets":[', '{"result":{"data":{'))
  const quietly = (text: string) => {
    const splitter = createRowSplitter({ most: 1_000, onRow: () => null })
    return splitter.take(Buffer.from(text))
  }
  fc.assert(
    fc.property(signs, (parts) => void quietly(parts.join(''))),
    { numRuns: 5_000 },
  )
})
