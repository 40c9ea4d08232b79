import { expect, test } from 'vitest'
import { accountsCsv, address, csv, furnish, openImportScene, refusedIn } from './import-scene.ts'
import { keptLedger, recountedLedger } from './ledger.ts'

const tokenA = address(0xa1)
const tokenB = address(0xa2)
const one = address(0xb1)
const two = address(0xb2)
const outside = address(0xffff)
const largest = 2n ** 256n - 1n

type Transfer = { token?: string; from: string; to: string; value: bigint | string }

/** As ethereum-etl writes it: the value is a bare number of any size. */
const line = ({ token = tokenA, from, to, value }: Transfer, index: number): string =>
  `{"type":"token_transfer","token_address":"${token}","from_address":"${from}","to_address":"${to}","value":${value},` +
  `"transaction_hash":"${address(index)}","log_index":${index},"block_number":100,"block_timestamp":1767600000,` +
  `"block_hash":"0x00","item_id":"transfer_${index}","item_timestamp":"2026-01-05T08:00:00Z"}`

const ndjson = (...transfers: readonly Transfer[]): string => csv(...transfers.map(line))

const etlHeader = 'token_address,from_address,to_address,value,transaction_hash,log_index,block_number'
const etlCsv = csv(
  etlHeader,
  `${tokenA},${outside},${one},${largest},0x01,0,100`,
  `${tokenA},${one},${two},7,0x02,1,100`,
)

test('a transfer into a reserve account is a deposit, out of it a withdrawal, between two a transfer that keeps the sum', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const result = await desk.take(
    'transfers.ndjson',
    ndjson(
      { from: outside, to: one, value: 9007199254740993n },
      { from: one, to: outside, value: 1n },
      { from: one, to: two, value: 9007199254740000n },
      { from: two, to: two, value: 5n },
    ),
  )
  expect(result).toMatchObject({ kind: 'token transfers', added: 4, skipped: 0, refused: 0 })
  expect(await keptLedger(desk.data.truth)).toEqual({
    tokens: { 1: { amount: '9007199254740992', count: 4, lastAt: 1767600000000 } },
    accounts: { '1 1': { amount: '992', count: 3 }, '2 1': { amount: '9007199254740000', count: 2 } },
  })
})

test('values up to 2^256-1 are summed exactly, beyond it they are refused', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const result = await desk.take(
    'transfers.ndjson',
    ndjson(
      { from: outside, to: one, value: largest },
      { from: outside, to: one, value: largest },
      { from: outside, to: one, value: largest + 1n },
      { from: outside, to: one, value: '1e3' },
      { from: outside, to: one, value: '-1' },
    ),
  )
  expect(result).toMatchObject({ added: 2, refused: 3 })
  expect((await keptLedger(desk.data.truth)).tokens[1]?.amount).toBe(`${2n * largest}`)
  expect(refusedIn(result.file).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^value must be a whole number from 0 to 2\^256-1; it is "1157/),
    'value must be a whole number from 0 to 2^256-1; it is "1e3"',
    'value must be a whole number from 0 to 2^256-1; it is "-1"',
  ])
})

test('a sum may be negative', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  await desk.take('transfers.ndjson', ndjson({ from: one, to: outside, value: 3n }))
  expect((await desk.store.reservesReport())[0]?.reserveAmount).toBe('-0.000000000000000003')
})

test('transfers without a reserve account are skipped and counted; an unknown token of a reserve account is refused', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const result = await desk.take(
    'transfers.ndjson',
    ndjson(
      { from: outside, to: outside, value: 1n },
      { token: address(0xdead), from: outside, to: one, value: 1n },
      { token: address(0xdead), from: outside, to: outside, value: 1n },
    ),
  )
  expect(result).toMatchObject({ added: 0, skipped: 2, refused: 1 })
  expect(refusedIn(result.file)).toEqual([
    expect.objectContaining({ line: 2, reason: expect.stringContaining(`unknown token ${address(0xdead)}`) }),
  ])
})

test('addresses are case-insensitive', async () => {
  await using desk = await openImportScene()
  await desk.take('networks.csv', csv('blockchainId,network', '1,Ethereum'))
  const checksummed = `0x${'aBcD'.repeat(10)}`
  await desk.take(
    'tokens.csv',
    csv('tokenId,tokenSymbol,blockchainId,contractAddress,decimals', `1,AAA,1,${checksummed},0`),
  )
  await desk.take('accounts.csv', csv('reserveAccountId,blockchainId,address,name', `1,1,${checksummed},One`))
  const lower = checksummed.toLowerCase()
  const upper = `0x${checksummed.slice(2).toUpperCase()}`
  await desk.take(
    'transfers.ndjson',
    ndjson(
      { token: upper, from: outside, to: lower, value: 2n },
      { token: lower, from: outside, to: upper, value: 3n },
    ),
  )
  expect((await keptLedger(desk.data.truth)).accounts['1 1']).toEqual({ amount: '5', count: 2 })
  expect(
    await desk.take('again.csv', csv('reserveAccountId,blockchainId,address,name', `2,1,${upper},Two`)),
  ).toMatchObject({ refused: 1 })
})

test('the CSV of ethereum-etl gets its time from --timestamp; without it each line is refused with a hint', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const refused = await desk.take('transfers.csv', etlCsv)
  expect(refused).toMatchObject({ kind: 'token transfers', added: 0, refused: 2 })
  for (const { reason } of refusedIn(refused.file)) expect(reason).toContain('--timestamp')
  const taken = await desk.take('transfers.csv', etlCsv, { timestamp: Date.UTC(2023, 4, 2) })
  expect(taken).toMatchObject({ added: 2, refused: 0 })
  expect((await keptLedger(desk.data.truth)).tokens[1]).toEqual({
    amount: `${largest}`,
    count: 2,
    lastAt: Date.UTC(2023, 4, 2),
  })
  expect(refusedIn(taken.file)).toEqual([])
})

test('--network selects the chain: the same addresses on another one are other accounts', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const transfers = ndjson({ from: outside, to: one, value: 8n })
  expect(await desk.take('transfers.ndjson', transfers, { network: 'Polygon' })).toMatchObject({ added: 1 })
  expect((await keptLedger(desk.data.truth)).accounts).toEqual({ '4 4': { amount: '8', count: 1 } })
  expect(await desk.take('transfers.ndjson', transfers)).toMatchObject({ added: 1 })
  const nowhere = await desk.take('transfers.ndjson', transfers, { network: 'Nowhere' })
  expect(nowhere).toMatchObject({ added: 0, refused: 1 })
  expect(refusedIn(nowhere.file)[0]?.reason).toContain('there is no network "Nowhere"')
})

test('an account registered later completes its earlier transfers, and the totals follow', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const late = address(0xc1)
  const transfers = ndjson(
    { from: late, to: one, value: 10n },
    { from: one, to: late, value: 4n },
    { from: outside, to: late, value: 100n },
    { token: tokenB, from: outside, to: two, value: 1n },
  )
  expect(await desk.take('transfers.ndjson', transfers)).toMatchObject({ added: 3, skipped: 1 })
  expect((await keptLedger(desk.data.truth)).tokens[1]).toMatchObject({ amount: '6', count: 2 })
  await desk.take('accounts.csv', `${accountsCsv}9,1,${late},Late\n`)
  const report = await desk.store.reservesReport()
  expect(await desk.take('transfers.ndjson', transfers)).toMatchObject({
    added: 1,
    changed: 2,
    unchanged: 1,
    refused: 0,
  })
  const ledger = await keptLedger(desk.data.truth)
  expect(ledger.tokens[1]).toMatchObject({ amount: '100', count: 3 })
  expect(ledger.accounts['9 1']).toEqual({ amount: '94', count: 3 })
  expect(ledger).toEqual(await recountedLedger(desk.data.truth))
  expect(await desk.store.reservesReport()).not.toBe(report)
  expect(await desk.take('transfers.ndjson', transfers)).toMatchObject({ added: 0, changed: 0, unchanged: 4 })
})

test('a transfer already stored with other content is refused and the stored one kept', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  await desk.take('transfers.ndjson', ndjson({ from: outside, to: one, value: 10n }))
  const before = await keptLedger(desk.data.truth)
  const others: Transfer[] = [
    { from: outside, to: one, value: 11n },
    { token: tokenB, from: outside, to: one, value: 10n },
    { from: outside, to: two, value: 10n },
    { from: one, to: outside, value: 10n },
  ]
  for (const other of others) {
    const result = await desk.take('transfers.ndjson', ndjson(other))
    expect(result).toMatchObject({ added: 0, changed: 0, refused: 1 })
    expect(refusedIn(result.file)[0]?.reason).toContain('already stored with different content')
  }
  expect(await keptLedger(desk.data.truth)).toEqual(before)
})
