import { expect, test } from 'vitest'
import { csv, furnish, openImportScene, refusedIn, transactionsHeader } from './import-scene.ts'

const header = 'tenantId,name'
const bytes = (...parts: readonly (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

/** Files that are refused as a whole, with what the reason must say. */
const wholeFiles: Readonly<Record<string, readonly [content: string | Uint8Array, reason: string]>> = {
  'an empty file': ['', 'the file is empty'],
  'nothing but line breaks': ['\n\n\r\n', 'the file is empty'],
  'an unknown header': [
    'colour,size\nred,1\n',
    'the columns colour, size match no kind of data; known kinds are tenants, networks',
  ],
  'semicolons for commas': ['tenantId;name\n1;One\n', 'the columns tenantId;name match no kind of data'],
  'an unknown column': [
    'tenantId,name,colour\n1,One,red\n',
    'unknown column colour; the columns of tenants are tenantId, name',
  ],
  'a column named __proto__': ['tenantId,name,__proto__\n1,One,x\n', 'unknown column __proto__'],
  'a column that stands twice': ['tenantId,name,name\n1,One,Uno\n', 'the column name appears twice in the header'],
  'a column that is missing': ['tenantId\n1\n', 'the header of tenants has no name'],
  'a header in UTF-16': [Buffer.from('\ufefftenantId,name\n1,One\n', 'utf16le'), 'the line is not valid UTF-8'],
  'a JSON array': ['[{"tenantId":1,"name":"One"}]\n', 'the line is not a JSON object'],
  'JSON over many lines': ['{\n  "tenantId": 1\n}\n', 'the line is not JSON'],
  'binary bytes': [Buffer.from(Array.from({ length: 4096 }, (_, place) => (place * 37) % 256)), ''],
  'one endless line': ['x'.repeat(3 * 1024 * 1024), 'the line is longer than 1 MiB'],
}

test.each(Object.entries(wholeFiles))(
  '%s is refused with a reason and stores nothing',
  async (_name, [content, reason]) => {
    await using desk = await openImportScene()
    const result = await desk.take('file', content)
    expect(result).toMatchObject({ added: 0, refused: 1 })
    expect(refusedIn(result.file)[0]?.reason).toContain(reason)
    expect(await desk.store.listTenants(null)).toEqual([])
  },
)

/** Lines of NDJSON that are refused, with what the reason must say. */
const badJson: Readonly<Record<string, string>> = {
  '{"tenantId":1,"name":"One"': 'the line is not JSON',
  '"tenant"': 'the line is not a JSON object',
  null: 'the line is not a JSON object',
  '[]': 'the line is not a JSON object',
  '{"tenantId":1,"tenantId":2,"name":"One"}': 'the line has a duplicate member',
  '{"tenantId":1,"tenant\\u0049d":2,"name":"One"}': 'the line has a duplicate member',
  '{"tenantId":1,"name":"One","__proto__":{}}': 'the line has a member named __proto__',
  '{"tenantId":1,"name":"One","colour":"red"}': 'unknown column colour; known are tenantId, name',
  '{"tenantId":1,"name":"One","constructor":"red"}': 'unknown column constructor',
  '{"tenantId":9223372036854775808,"name":"Far"}': 'tenantId must be a whole number from 1 to 9223372036854775807',
  '{"tenantId":1.0,"name":"One"}': 'tenantId must be a whole number',
  '{"tenantId":1e0,"name":"One"}': 'tenantId must be a whole number',
  '{"tenantId":true,"name":"One"}': 'tenantId must be a whole number',
  '{"tenantId":{"number":"1"},"name":"One"}': 'tenantId must be a whole number',
  '{"tenantId":1,"name":5}': 'name must be text',
  '{"tenantId":1,"name":["One"]}': 'name must be text',
  '{"tenantId":1,"name":null}': 'name is required',
  '{"name":"One"}': 'tenantId is required',
  [`{"tenantId":1,"name":${'['.repeat(5000)}${']'.repeat(5000)}}`]: 'nested more than 32 levels deep',
}

test('invalid lines of NDJSON are refused each with its reason, the valid ones kept', async () => {
  await using desk = await openImportScene()
  const good = '{"name":"Ünïcode \\ud83c\\udf33","tenantId":9223372036854775807}'
  const result = await desk.take(
    'tenants.ndjson',
    csv(...Object.keys(badJson), '', good, '{"tenantId":"8","name":"Eight"}'),
  )
  expect(result).toMatchObject({ kind: 'tenants', added: 2, refused: Object.keys(badJson).length })
  const refused = refusedIn(result.file)
  expect(refused.map(({ line, raw }) => [line, raw])).toEqual(
    Object.keys(badJson).map((raw, place) => [place + 1, raw]),
  )
  for (const [place, { reason }] of refused.entries()) expect(reason).toContain(Object.values(badJson)[place])
  expect((await desk.store.listTenants(null)).map(({ id, name }) => [id, name])).toEqual([
    ['8', 'Eight'],
    ['9223372036854775807', 'Ünïcode 🌳'],
  ])
})

test('lines that are not UTF-8 are refused, never stored with replacement characters', async () => {
  await using desk = await openImportScene()
  const result = await desk.take(
    'tenants.csv',
    bytes(`${header}\n1,One\n2,Tw`, [0xff], 'o\n3,Three\n4,F', [0xc3], '\n5,Fünf\n6,', [0xed, 0xa0, 0x80], '\n'),
  )
  expect(result).toMatchObject({ added: 3, refused: 3 })
  expect(refusedIn(result.file).map(({ line, reason }) => [line, reason])).toEqual(
    [3, 5, 7].map((line) => [line, 'the line is not valid UTF-8; save the file as UTF-8']),
  )
  expect((await desk.store.listTenants(null)).map(({ name }) => name)).toEqual(['One', 'Three', 'Fünf'])
})

test('damaged lines keep their numbers in a file of many blocks', async () => {
  await using desk = await openImportScene()
  const lines = Array.from({ length: 40_000 }, (_, place) => Buffer.from(`${place + 1},Tenant number ${place + 1}\n`))
  const damaged = [0, 17_000, 39_999]
  for (const place of damaged) lines[place] = bytes(`${place + 1},Tenant `, [0xfe], '\n')
  const result = await desk.take('tenants.csv', Buffer.concat([Buffer.from(`${header}\n`), ...lines]))
  expect(result).toMatchObject({ added: 39_997, refused: 3 })
  expect(refusedIn(result.file).map(({ line }) => line)).toEqual(damaged.map((place) => place + 2))
})

test('a byte order mark, CRLF, blank lines and, on request, a last line without a line break are accepted', async () => {
  await using desk = await openImportScene()
  const options = { isLastLineComplete: true }
  const result = await desk.take(
    'tenants.csv',
    `\ufeff${header}\r\n1,One\r\n\r\n2,"Two, or\r\nmore"\r\n3,Three`,
    options,
  )
  expect(result).toMatchObject({ added: 2, refused: 1 })
  expect(refusedIn(result.file)[0]).toMatchObject({ line: 4, reason: expect.stringContaining('control characters') })
  expect(
    await desk.take(
      'tenants.ndjson',
      '\ufeff{"tenantId":4,"name":"Four"}\r\n\r\n{"tenantId":5,"name":"Five"}',
      options,
    ),
  ).toMatchObject({ added: 2, refused: 0 })
})

test('a stray quote affects only its own line', async () => {
  await using desk = await openImportScene()
  const lines = ['1,One', '2,Tw"o', '3,"Three"x', '4,Four', '5,"Five', '6,Six', '7,Seven']
  const result = await desk.take('tenants.csv', csv(header, ...lines))
  expect(refusedIn(result.file).map(({ line, reason }) => [line, reason.slice(0, 12)])).toEqual([
    [3, 'a quote is i'],
    [4, 'a quote is i'],
    [6, 'a quote open'],
  ])
  expect(result).toMatchObject({ added: 4, refused: 3 })
})

test('an unclosed quote affects only its own line in a file of any size', async () => {
  await using desk = await openImportScene()
  const lines = Array.from({ length: 60_000 }, (_, place) => `${place + 1},Tenant with a long name ${place + 1}`)
  lines[1] = '2,"Two'
  const result = await desk.take('tenants.csv', csv(header, ...lines))
  expect(result).toMatchObject({ added: 59_999, refused: 1 })
  expect(refusedIn(result.file)).toEqual([expect.objectContaining({ line: 3, raw: '2,"Two' })])
})

test('a line longer than 1 MiB is refused without being buffered, and the lines after it are read', async () => {
  await using desk = await openImportScene()
  const result = await desk.take('tenants.csv', csv(header, '1,One', `2,${'x'.repeat(5 * 1024 * 1024)}`, '3,Three'))
  expect(result).toMatchObject({ added: 2, refused: 1 })
  const [refused] = refusedIn(result.file)
  expect(refused).toMatchObject({ line: 3, reason: 'the line is longer than 1 MiB' })
  expect(refused?.raw.length).toBeLessThan(300)
})

test('columns can be in any order and can be omitted if not required', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const shuffled = 'at,toReserveAccountId,amount,tokenId,index,position,source'
  expect(await desk.take('book.csv', csv(shuffled, '2026-01-01T00:00:00Z,1,1.5,2,0,1,book'))).toMatchObject({
    added: 1,
  })
  expect(
    await desk.take('book.csv', csv(transactionsHeader, 'book,1,0,2,1.500000,2026-01-01T01:00:00+01:00,,1')),
  ).toMatchObject({ unchanged: 1 })
})
