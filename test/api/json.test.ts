import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readJson } from '../../server/http/request/json-body.ts'
import { replayable } from '../harness/replayable.ts'

const read = (text: string) => {
  const result = readJson(text, 'body')
  return result.ok ? result.value : result.error.info[0]
}

const value = fc.jsonValue({ noUnicodeString: false, maxDepth: 6 } as fc.JsonSharedConstraints)

/** Whole numbers are read as bigint; JSON.parse alone would have rounded the large ones. */
const parseWithBigints = (text: string): unknown =>
  JSON.parse(text, ((_key: string, inner: unknown, { source }: { source: string }) =>
    typeof inner === 'number' && /^-?\d+$/.test(source) ? BigInt(source) : inner) as (k: string, v: unknown) => unknown)

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const escaped = (text: string) =>
  JSON.stringify(text).replace(/[a-z_]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)

test('the output of JSON.stringify is parsed unchanged, with any white space', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 1, '\t', '\r\n'), (written, space) => {
      fc.pre(!JSON.stringify(written).includes('__proto__'))
      expect(read(JSON.stringify(written, null, space))).toEqual(parseWithBigints(JSON.stringify(written)))
    }),
    replayable(300),
  )
})

test('JSON is refused if JSON.parse refuses it or one of the three rules is broken, and only then', () => {
  const spoilt = fc.tuple(value, fc.nat(), fc.constantFrom('', '"', '\\', '{', '[', ',', '}', ']', ':', '\0', '0', 'e'))
  fc.assert(
    fc.property(spoilt, ([written, at, sign]) => {
      const text = JSON.stringify(written)
      const place = at % (text.length + 1)
      const broken = text.slice(0, place) + sign + text.slice(place + (sign ? 0 : 1))
      const result = read(broken)
      const rules = ['body: has a duplicate member', 'body: has a member named __proto__']
      if (!isJson(broken)) expect(['body: is not JSON', ...rules]).toContain(result)
      else if (!rules.includes(result as string)) expect(result).toEqual(parseWithBigints(broken))
    }),
    replayable(300),
  )
})

describe('a duplicate member is found', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('apiKey', 'a_b', '"', '\\', '{', 'constructor', ''))

  test('at any place and in any spelling', () => {
    fc.assert(
      fc.property(name, fc.array(value, { maxLength: 4 }), fc.nat(20), (twice, between, depth) => {
        fc.pre(twice !== '__proto__')
        const members = between.map((inner, at) => `${JSON.stringify(`${twice}${at}x`)}:${JSON.stringify(inner)}`)
        const object = `{${[`${JSON.stringify(twice)}:1`, ...members, `${escaped(twice)}:2`].join(',')}}`
        fc.pre(!object.includes('__proto__'))
        expect(read('['.repeat(depth) + object + ']'.repeat(depth))).toBe('body: has a duplicate member')
      }),
      replayable(300),
    )
  })

  test('but not if the same name is in two objects', () => {
    expect(read('{"a":{"a":[{"a":1},{"a":2}]},"b":{"a":3}}')).toEqual({
      a: { a: [{ a: 1n }, { a: 2n }] },
      b: { a: 3n },
    })
  })
})

test('32 levels are accepted, 33 are not, and brackets in strings do not count', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(read(nested(32))).toEqual(JSON.parse(nested(32)))
  expect(read(nested(33))).toBe('body: is nested more than 32 levels deep')
  expect(read(JSON.stringify({ text: '[{"a":1,"a":2}'.repeat(100) }))).toEqual({ text: '[{"a":1,"a":2}'.repeat(100) })
})
