import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerEncoder } from '../../server/http/response/answer-encoder.ts'
import { inOne } from '../../server/http/response/chunks.ts'

const Row = z.object({ text: z.string(), flag: z.boolean(), count: z.number(), none: z.string().nullable() })
const inPieces = answerEncoder(() => z.object({ rows: z.array(Row) }), 'number')
const encode = (value: unknown) => inOne(inPieces(value))

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', minLength: 300, maxLength: 400 }))
const anyRow = fc.record({ text: anyText, flag: fc.boolean(), count: fc.integer(), none: fc.option(anyText) })

test('values without exact numbers are encoded like JSON.stringify, for any texts', () => {
  const anyRows = fc.array(anyRow).map((rows) => ({ rows: [...rows, ...rows] }))
  fc.assert(fc.property(anyRows, (value) => void expect(encode(value).toString()).toBe(JSON.stringify(value))))
})

test('a surrogate without its other half is escaped, so that the bytes are UTF-8', () => {
  const value = { rows: [{ text: `\ud800${'x'.repeat(300)}\udfff`, flag: true, count: 1, none: null }] }
  expect(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(encode(value)))).toEqual(value)
})
