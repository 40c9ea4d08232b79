import { describe, expect } from 'vitest'
import { test as base } from '../harness/fixtures.ts'
import { custodians, tenants } from '../harness/seed.ts'
import { bodyFor, type RotationTransport, refusalOf, rotationTransports, stateOf } from './bad-input.ts'

const test = base
  .extend('send', { scope: 'file' }, ({ server, token }) => {
    return (transport: RotationTransport, body: string | Uint8Array<ArrayBuffer>, headers = {}) => {
      const { method, path } = rotationTransports[transport]
      return server.rest(token, path, { method, body, headers })
    }
  })
  /** Its lines, after it was seen that nothing changed. */
  .extend('expectRefused', { scope: 'file' }, ({ server }) => {
    return async (response: Promise<Response>, status: number, code: string): Promise<readonly string[]> => {
      const before = await stateOf(server)
      const refused = await refusalOf(await response)
      expect({ status: refused.status, code: refused.code }).toEqual({ status, code })
      expect(await stateOf(server)).toEqual(before)
      return refused.info
    }
  })
  .extend('wallets', { scope: 'file' }, ({ server, token }) => {
    return (id: string) => server.rest(token, `/tenant/${tenants.second}/custodians/${id}/wallets`)
  })
  .extend('asNumber', { scope: 'file' }, ({ server, send }) => {
    return async (digits: string) => send('REST', (await bodyFor(server, 'REST')).replace(`"${tenants.first}"`, digits))
  })

const largestKey = 'k'.repeat(8192)
const bytes = (text: string, ...inserted: number[]) => {
  const at = text.indexOf('apiKey":"') + 'apiKey":"'.length
  return Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(inserted), Buffer.from(text.slice(at))])
}

/** Bodies that are no JSON in UTF-8, or JSON that two readers could read differently; made from a good one. */
const unreadable: readonly (readonly [string, (good: string) => string | Uint8Array<ArrayBuffer>, string])[] = [
  ['a stray byte', (good) => bytes(good, 0xff), 'is not valid UTF-8'],
  ['half a character', (good) => bytes(good, 0xc3), 'is not valid UTF-8'],
  ['an overlong NUL', (good) => bytes(good, 0xc0, 0x80), 'is not valid UTF-8'],
  ['a surrogate in UTF-8', (good) => bytes(good, 0xed, 0xa0, 0x80), 'is not valid UTF-8'],
  ['UTF-16', (good) => Buffer.from(`\ufeff${good}`, 'utf16le'), 'is not valid UTF-8'],
  ['a byte order mark', (good) => `\ufeff${good}`, 'is not JSON'],
  ['a raw NUL in a text', (good) => bytes(good, 0), 'is not JSON'],
  ['a raw line feed in a text', (good) => bytes(good, 10), 'is not JSON'],
  ['a NUL after the end', (good) => `${good}\0`, 'is not JSON'],
  ['half a body', (good) => good.slice(0, good.length / 2), 'is not JSON'],
  ['two bodies', (good) => good + good, 'is not JSON'],
  ['white space', () => ' \n', 'is not JSON'],
  ['a comment', (good) => `/* */${good}`, 'is not JSON'],
  ['a comma too many', (good) => good.replace('}', ',}'), 'is not JSON'],
  ['NaN', (good) => good.replace('{', '{"n":NaN,'), 'is not JSON'],
  ['an id in hexadecimal', (good) => good.replace('"1"', '0x10'), 'is not JSON'],
  ['an id with leading zeros', (good) => good.replace('"1"', '007'), 'is not JSON'],
  ['an escape that there is not', (good) => good.replace('apiKey', 'a\\piKey'), 'is not JSON'],
  ['a duplicate member', (good) => good.replace('{', '{"apiKey":"other",'), 'has a duplicate member'],
  [
    'a duplicate member, once in escapes',
    (good) => good.replace('{', '{"\\u0061piKey":"x",'),
    'has a duplicate member',
  ],
  [
    'a duplicate member further in',
    (good) => good.replace('{', '{"x":[{"a":1,"b":{},"a":2}],'),
    'has a duplicate member',
  ],
  ['__proto__', (good) => good.replace('{', '{"__proto__":{"tenantId":1},'), 'has a member named __proto__'],
  ['__proto__ in escapes', (good) => good.replace('{', '{"_\\u005fproto__":1,'), 'has a member named __proto__'],
  [
    '33 levels',
    (good) => good.replace('{', `{"x":${'['.repeat(32)}${']'.repeat(32)},`),
    'is nested more than 32 levels deep',
  ],
  ['60,000 levels', () => '['.repeat(60_000), 'is nested more than 32 levels deep'],
  ['60,000 objects', () => '{"a":'.repeat(12_000), 'is nested more than 32 levels deep'],
]

const required = (...members: string[]) => members.map((member) => `${member}: is required`)
const longest = (member: string, most: number) => `${member}: must have at most ${most} characters`
const range = 'must be a whole number from 1 to 9223372036854775807'
const notDigits = 'must be a whole number; on tRPC, a string of its digits'
const illFormed = 'must be well-formed text without NUL'

/** Members put over those of a good body, and the line for each rule that breaks. */
const invalid: readonly (readonly [object, readonly string[]])[] = [
  [{ apiKey: '' }, ['apiKey: must not be empty']],
  [{ apiKey: '', secretApiKey: '' }, ['apiKey: must not be empty', 'secretApiKey: must not be empty']],
  [{ apiKey: 'x'.repeat(10_240) }, [longest('apiKey', 8192)]],
  [
    { secretApiKey: 'x'.repeat(10_240), colour: 1 },
    [longest('secretApiKey', 8192), 'input: has 1 member not known here'],
  ],
  [{ apiKey: `\ud800${'x'.repeat(8192)}` }, [longest('apiKey', 8192), `apiKey: ${illFormed}`]],
  [{ apiKey: 'a\0b' }, [`apiKey: ${illFormed}`]],
  [{ secretApiKey: '\udc00' }, [`secretApiKey: ${illFormed}`]],
  ...[1, 1.5, true, null, {}, ['key']].map((wrong) => [{ apiKey: wrong }, ['apiKey: must be text']] as const),
  [{ apiKey: undefined, secretApiKey: undefined }, required('apiKey', 'secretApiKey')],
  [{ tenantId: undefined }, required('tenantId')],
  ...[
    '0',
    '-1',
    '007',
    ' 7',
    '7 ',
    '',
    '1.0',
    '1e3',
    '0x10',
    '+1',
    '1_000',
    '٣',
    `${2n ** 63n}`,
    '9'.repeat(10_000),
  ].map((wrong) => [{ tenantId: wrong }, [`tenantId: ${range}`]] as const),
  ...[true, null, [], {}, 1.5, 1e300].map((wrong) => [{ tenantId: wrong }, [`tenantId: ${notDigits}`]] as const),
  [{ constructor: 1, toString: 2, hasOwnProperty: 3 }, ['input: has 3 members not known here']],
  [{ 'x\n\ud800': 1 }, ['input: has 1 member not known here']],
]

describe.each(['REST', 'tRPC'] as const)('a rotation through %s', (transport) => {
  test('is executed if everything is valid (control: it changes what is compared)', async ({ server, send }) => {
    const before = await stateOf(server)
    expect((await send(transport, await bodyFor(server, transport))).status).toBe(200)
    expect(await stateOf(server)).not.toEqual(before)
  })

  test.for(unreadable)('with %s is refused unread', async ([, spoil, line], { server, send, expectRefused }) => {
    const body = spoil(await bodyFor(server, transport))
    expect(await expectRefused(send(transport, body), 400, 'ValidationError')).toEqual([`body: ${line}`])
  })

  test.for(invalid)('with %j is refused, one line for each rule', async (row, { server, send, expectRefused }) => {
    const [members, lines] = row
    const body = await bodyFor(server, transport, members)
    const info = await expectRefused(send(transport, body), 400, 'ValidationError')
    expect(info.map((line, at) => line.slice(0, lines[at]?.length))).toEqual(lines)
  })

  test.for(['[]', '7', '"text"', 'true'])('that is %s is refused', async (body, { send, expectRefused }) => {
    expect(await expectRefused(send(transport, body), 400, 'ValidationError')).toEqual(['input: must be an object'])
  })

  test.for([
    ['larger than 64 KiB', (good: string) => good + ' '.repeat(64 * 1024)],
    ['nested 100,000 times', () => '['.repeat(100_000)],
  ] as const)('that is %s is refused', async ([, spoil], { server, send, expectRefused }) => {
    await expectRefused(send(transport, spoil(await bodyFor(server, transport))), 413, 'PayloadTooLarge')
  })

  test.for([
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/problem+json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json;charset="latin1"',
    'application/json; charset=utf-8; charset=utf-7',
    'json',
    ';',
    'application/json, text/plain',
  ])('in %s is refused', async (type, { server, send, expectRefused }) => {
    await expectRefused(
      send(transport, await bodyFor(server, transport), { 'content-type': type }),
      415,
      'UnsupportedMediaType',
    )
  })

  const compressions = ['gzip', 'br', 'zstd', 'x']

  test.for(compressions)('compressed with %s is refused', async (encoding, { server, send, expectRefused }) => {
    const body = await bodyFor(server, transport)
    await expectRefused(send(transport, body, { 'content-encoding': encoding }), 415, 'UnsupportedMediaType')
  })

  test.for(['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"', 'application/json; version=1'])(
    'in %s is read',
    async (type, { server, send, expectRefused }) => {
      const body = await bodyFor(server, transport, { tenantId: '999' })
      await expectRefused(send(transport, body, { 'content-type': type }), 404, 'NotFound')
    },
  )
})

test('a body of the largest keys is read', async ({ server, send, expectRefused }) => {
  const body = await bodyFor(server, 'REST', { apiKey: largestKey, secretApiKey: largestKey, tenantId: '999' })
  await expectRefused(send('REST', body), 404, 'NotFound')
})

describe('an id', () => {
  test('of 2^53+1 is exact in a path', async ({ wallets, expectRefused }) => {
    expect((await wallets(custodians.large)).status).toBe(200)
    for (const near of [-1n, 1n]) await expectRefused(wallets(`${BigInt(custodians.large) + near}`), 404, 'NotFound')
  })

  test.for([`${2n ** 53n + 1n}`, `${2n ** 63n - 1n}`])(
    'of %s is valid, in a path and as a number in a body',
    async (digits, { wallets, asNumber, expectRefused }) => {
      await expectRefused(wallets(digits === custodians.large ? `${digits}0` : digits), 404, 'NotFound')
      await expectRefused(asNumber(digits), 404, 'NotFound')
    },
  )

  test.for([`${2n ** 63n}`, '-1', '1e3', '1.0', '-0', '0', '1E2', '9'.repeat(60_000), 'true', '1e400'])(
    'written as %s is refused, as a member of a body',
    async (spelling, { asNumber, expectRefused }) => {
      await expectRefused(asNumber(spelling), 400, 'ValidationError')
    },
  )

  test.for([
    `${2n ** 63n}`,
    '-1',
    '1e3',
    '0x10',
    '007',
    '%207',
    '7%20',
    '1.0',
    'true',
    '0',
    '%00',
    '7%00',
    '..%2f..%2f7',
    '%EF%BC%97',
    '%D9%A3',
    '7%2Fwallets',
    '%2B7',
    '7,8',
    '7;8',
    '%5B7%5D',
    '9'.repeat(7_000),
  ])('written as %s is refused, in a path', async (spelling, { wallets, expectRefused }) => {
    expect(await expectRefused(wallets(spelling), 400, 'ValidationError')).toEqual([`custodianId: ${range}`])
  })

  test.for(['', '..', '.', '%2e%2e'])('written as "%s" is not found', async (spelling, { wallets }) => {
    const answer = await wallets(spelling)
    expect([400, 404]).toContain(answer.status)
    await refusalOf(answer)
  })
})

test.for([
  ['onlyActive=true&onlyActive=false', ['onlyActive: is given twice']],
  ['onlyActive=true&%6FnlyActive=true', ['onlyActive: is given twice']],
  ['onlyActive[]=true', ['onlyActive[]: is not known here; use onlyActive']],
  ['onlyactive=true', ['onlyactive: is not known here; use onlyActive']],
  ['onlyActive=%00', ['onlyActive: must be true or false']],
  ['onlyActive=true%FF', ['query: is not valid UTF-8']],
  ['onlyActive=%zz', ['query: is not valid UTF-8']],
  ['__proto__=1&constructor=2', ['input: has 2 members not known here']],
] as const)('the query %s is refused', async ([query, lines], { server, token, expectRefused }) => {
  const path = `/tenant/${tenants.first}/custodians/${custodians.copper}/wallets?${query}`
  const info = await expectRefused(server.rest(token, path), 400, 'ValidationError')
  expect(info.map((line, at) => line.slice(0, lines[at]?.length))).toEqual(lines)
})
