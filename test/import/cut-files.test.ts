import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  address,
  csv,
  furnish,
  type ImportScene,
  openImportScene,
  refusedIn,
  transactionsHeader,
} from './import-scene.ts'

const transfersHeader = 'token_address,from_address,to_address,value,transaction_hash,log_index,block_number'
const lineOf = (position: number, amount: string) => `book,${position},0,2,${amount},2026-01-01T00:00:00Z,,1`
const amountLast = 'source,position,index,tokenId,at,toReserveAccountId,amount'
const withAmountLast = (position: number, amount: string) => `book,${position},0,2,2026-01-01T00:00:00Z,1,${amount}`

const whole = csv(amountLast, withAmountLast(1, '10'), withAmountLast(2, '1234567.89'))
const amountOf = async ({ store }: ImportScene) => (await store.reservesReport())[0]?.reserveAmount

test('a truncated last line of amounts is refused with the reason, and imported with the complete file', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const cut = await desk.take('book.csv', whole.slice(0, whole.indexOf('567.89')))
  expect(cut).toMatchObject({ added: 1, refused: 1 })
  expect(refusedIn(cut.file)).toEqual([
    {
      line: 3,
      reason:
        'the last line does not end with a line break, so it may be truncated and was not imported; ' +
        'import the complete file again; if it is complete, end it with a line break or add --last-line-complete',
      raw: withAmountLast(2, '1234'),
    },
  ])
  expect(await amountOf(desk)).toBe('10')
  expect(await desk.take('book.csv', whole)).toMatchObject({ added: 1, unchanged: 1, refused: 0 })
  expect(await amountOf(desk)).toBe('1234577.89')
})

test('wherever a file of amounts is cut inside a line, nothing of that line is stored', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const first = csv(amountLast, withAmountLast(1, '10')).length
  for (let end = first + 1; end < whole.length; end += 1) {
    const cut = await desk.take('book.csv', whole.slice(0, end))
    expect(cut, `cut after ${end} characters`).toMatchObject({ refused: 1 })
    expect(await amountOf(desk)).toBe('10')
  }
})

test.each([
  ['inside a quoted cell', 'book,2,0,2,2026-01-01T00:00:00Z,1,"12'],
  ['inside a quoted cell with a line break', 'book,2,0,2,2026-01-01T00:00:00Z,1,"12\n'],
  [
    'inside a character',
    Buffer.concat([Buffer.from('b\u00fcch,2,0,2,2026-01-01T00:00:00Z,1,12'), Buffer.from([0xc3])]),
  ],
  ['inside the line break of CRLF', `${withAmountLast(2, '12')}\r`],
])('a cut %s is refused', async (_where, rest) => {
  await using desk = await openImportScene()
  await furnish(desk)
  const head = Buffer.from(csv(amountLast, withAmountLast(1, '10')))
  const result = await desk.take('book.csv', Buffer.concat([head, Buffer.from(rest)]))
  expect(result).toMatchObject({ added: 1, refused: 1 })
  expect(await amountOf(desk)).toBe('10')
})

test('--last-line-complete accepts a last line without a line break', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const open = [transactionsHeader, lineOf(1, '5')].join('\n')
  expect(await desk.take('book.csv', open)).toMatchObject({ added: 0, refused: 1 })
  expect(await desk.take('book.csv', open, { isLastLineComplete: true })).toMatchObject({ added: 1, refused: 0 })
})

test('a truncated last line of token transfers and tokens is refused, in CSV and NDJSON', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const transfer = `${address(0xa2)},${address(9)},${address(0xb1)},5,0x01,0,4`
  const at = { timestamp: 0 }
  expect(await desk.take('transfers.csv', `${transfersHeader}\n${transfer}`, at)).toMatchObject({
    added: 0,
    refused: 1,
  })
  expect(await desk.take('transfers.csv', `${transfersHeader}\n${transfer}00\n`, at)).toMatchObject({ added: 1 })
  const line = { source: 'book', position: 1, index: 0, tokenId: 2, amount: '1', at: '2026-01-01T00:00:00Z' }
  const object = JSON.stringify({ ...line, toReserveAccountId: 1 })
  expect(await desk.take('book.ndjson', object)).toMatchObject({ added: 0, refused: 1 })
  expect(await desk.take('book.ndjson', `${object}\n`)).toMatchObject({ added: 1, refused: 0 })
  const token = 'tokenId,tokenSymbol,blockchainId,decimals\n9,NEW,1,1'
  expect(await desk.take('tokens.csv', token)).toMatchObject({ added: 0, refused: 1 })
})

test.each([
  ['tenants', 'tenantId,name', '9,Nin|th'],
  ['networks', 'blockchainId,network', '9,Ethereum Cla|ssic'],
  ['custodians', 'custodianId,tenantId,provider,name,baseUrl', '99,1,copper,X,https://api.example.co|m'],
  ['wallets', 'walletId,tenantId,custodianId,blockchainId,address', '99,1,11,1,0xab|cd'],
  ['tokens', 'tokenId,tokenSymbol,blockchainId,decimals', '9,NEW,1,1|8'],
  ['reserve accounts', 'reserveAccountId,blockchainId,name,address', '9,1,New,0xab|cd'],
])('a truncated last line of %s is refused like one of amounts', async (kind, header, line) => {
  const [cut = '', rest = ''] = line.split('|')
  await using desk = await openImportScene()
  await furnish(desk)
  const before = { added: 0, changed: 0, unchanged: 0, refused: 1 }
  expect(await desk.take('cut.csv', `${header}\n${cut}`)).toMatchObject({ kind, ...before })
  expect(await desk.take('cut.csv', `${header}\n${cut}${rest}\n`)).toMatchObject({ added: 1, refused: 0 })
})

test.each([
  ['a zero byte between its members', (a: Buffer, b: Buffer) => Buffer.concat([a, Buffer.alloc(1), b])],
  ['padding between its members', (a: Buffer, b: Buffer) => Buffer.concat([a, Buffer.alloc(200_000), b])],
  ['padding at its end', (a: Buffer, b: Buffer) => Buffer.concat([a, b, Buffer.alloc(512)])],
])('gzip with %s is refused completely, where zlib would stop reading', async (_, damaged) => {
  await using desk = await openImportScene()
  const members = [gzipSync('tenantId,name\n1,One\n'), gzipSync('2,Two\n')] as const
  const result = await desk.take('tenants.csv.gz', damaged(...members))
  expect(result).toMatchObject({ added: 0, refused: 1 })
  expect(refusedIn(result.file)[0]?.reason).toContain('the gzip data is followed by other bytes')
  expect(await desk.take('tenants.csv.gz', Buffer.concat(members))).toMatchObject({ added: 2, refused: 0 })
})

test('a file can declare its number of rows in its last line, which is verified', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const rows = [lineOf(1, '1'), lineOf(2, '2'), lineOf(3, '3')]
  const declaring = (declaration: string, ...lines: readonly string[]) =>
    desk.take('book.csv', [transactionsHeader, ...lines, declaration].join('\n'))
  expect(await declaring('#rows=3', ...rows)).toMatchObject({ added: 3, refused: 0 })
  const short = await declaring('#rows=3\n', ...rows.slice(0, 2))
  expect(short).toMatchObject({ unchanged: 2, refused: 1 })
  expect(refusedIn(short.file)).toEqual([
    {
      line: 4,
      reason: 'the file declares 3 rows, but it has 2: 1 is missing; get the complete file and import it again',
      raw: '#rows=3',
    },
  ])
  const long = await declaring('#rows=2\n', ...rows)
  expect(refusedIn(long.file)[0]?.reason).toContain('declares 2 rows, but it has 3: 1 is too many')
  const after = await declaring(`#rows=3\n${lineOf(4, '4')}\n`, ...rows)
  expect(after).toMatchObject({ unchanged: 3, added: 0, refused: 1 })
  expect(refusedIn(after.file)[0]?.reason).toContain('after the line that declares the number of rows')
})

test('NDJSON declares its rows as an object, refused rows count, and --require-row-count requires it', async () => {
  await using desk = await openImportScene()
  const rows = '{"tenantId":1,"name":"One"}\nnot JSON\n'
  const needsRowCount = true
  expect(await desk.take('t.ndjson', `${rows}{"rows":2}\n`, { needsRowCount })).toMatchObject({ added: 1, refused: 1 })
  const cut = await desk.take('t.ndjson', rows, { needsRowCount })
  expect(refusedIn(cut.file)[1]).toMatchObject({
    line: 3,
    reason: expect.stringContaining('does not declare its number of rows in a last line such as {"rows":1234}'),
  })
})

test('gzip is read, in several members too', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const head = csv(transactionsHeader, lineOf(1, '1'))
  const tail = csv(lineOf(2, '2'))
  const packed = Buffer.concat([gzipSync(head), gzipSync(tail)])
  expect(await desk.take('book.csv.gz', packed)).toMatchObject({ kind: 'reserve transactions', added: 2, refused: 0 })
})

test('a truncated or damaged gzip file is refused before anything of it is stored', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const packed = gzipSync(whole)
  for (let end = 2; end < packed.length; end += 1) {
    const result = await desk.take('book.csv.gz', packed.subarray(0, end))
    expect(result.refused, `cut after ${end} bytes`).toBe(1)
    expect(refusedIn(result.file)[0]?.reason).toMatch(/^the gzip data is truncated.*nothing of this file/)
  }
  const damaged = Buffer.from(packed)
  damaged[packed.length - 6] = (damaged[packed.length - 6] as number) ^ 1
  const result = await desk.take('book.csv.gz', damaged)
  expect(refusedIn(result.file)[0]?.reason).toContain('the gzip data is damaged')
  expect(await desk.store.reservesReport()).toEqual([])
})
