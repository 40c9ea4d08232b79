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
import { keptLedger, recountedLedger } from './ledger.ts'

const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`

type Transfer = {
  readonly block: number
  readonly log: number
  readonly hash: string | null
  readonly transaction?: string
  readonly value?: number
}

const lineOf = ({ block, log, hash, transaction, value = 5 }: Transfer) =>
  `${JSON.stringify({
    token_address: address(0xa2),
    from_address: address(9),
    to_address: address(0xb1),
    value,
    log_index: log,
    block_number: block,
    block_timestamp: 1_700_000_000,
    block_hash: hash,
    transaction_hash: transaction ?? hashOf(block * 1000 + log),
  })}\n`

const take = (desk: ImportScene, ...transfers: readonly Transfer[]) =>
  desk.take('transfers.ndjson', transfers.map(lineOf).join(''))

/** What is stored of each transaction: its index, its hash and that of its block. */
const storedIn = async ({ data }: ImportScene) =>
  (await data.truth.read('transactions')).map(({ index, transactionHash, blockHash }) => [
    Number(index),
    transactionHash,
    blockHash,
  ])

const first = hashOf(0xaaaa)
const second = hashOf(0xbbbb)

test('the transactions of an orphaned block are refused with the reason and counted', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  expect(await take(desk, { block: 900, log: 7, hash: first })).toMatchObject({ added: 1 })
  const result = await take(
    desk,
    { block: 900, log: 9, hash: second },
    { block: 900, log: 10, hash: second },
    { block: 901, log: 1, hash: hashOf(0xcccc) },
    { block: 900, log: 8, hash: first },
  )
  expect(result).toMatchObject({ added: 2, refused: 2, otherBlocks: 2 })
  expect(refusedIn(result.file)[0]?.reason).toBe(
    `block 900 is stored with the hash ${first}, but this row has ${second}: ` +
      'one of the two was orphaned, and the stored one was kept',
  )
  expect(await storedIn(desk)).toEqual([
    [7, hashOf(900_007), first],
    [8, hashOf(900_008), first],
    [1, hashOf(901_001), hashOf(0xcccc)],
  ])
  expect(await keptLedger(desk.data.truth)).toEqual(await recountedLedger(desk.data.truth))
  expect((await keptLedger(desk.data.truth)).tokens['2']).toMatchObject({ amount: '15', count: 3 })
})

test('the same transfer in another block is reported as such, and within one file the first block counts', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const result = await take(desk, { block: 900, log: 7, hash: first }, { block: 900, log: 7, hash: second })
  expect(result).toMatchObject({ added: 1, refused: 1, otherBlocks: 1 })
  const upper = first.replace(/[a-f]/g, (letter) => letter.toUpperCase())
  expect(await take(desk, { block: 900, log: 7, hash: upper })).toMatchObject({ unchanged: 1, refused: 0 })
})

test('a row without a block hash is accepted next to rows with one, and a later hash is added', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  expect(await take(desk, { block: 900, log: 7, hash: null })).toMatchObject({ added: 1 })
  expect(await storedIn(desk)).toEqual([[7, hashOf(900_007), null]])
  expect(await take(desk, { block: 900, log: 7, hash: first })).toMatchObject({ unchanged: 1 })
  expect(await storedIn(desk)).toEqual([[7, hashOf(900_007), first]])
  expect(await take(desk, { block: 900, log: 8, hash: null })).toMatchObject({ added: 1 })
  expect(await take(desk, { block: 900, log: 9, hash: second })).toMatchObject({ added: 0, otherBlocks: 1 })
})

test('a refused repetition does not decide which block is stored', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  await take(desk, { block: 900, log: 7, hash: null })
  expect(await take(desk, { block: 900, log: 7, hash: second, value: 6 })).toMatchObject({ refused: 1 })
  expect(await take(desk, { block: 900, log: 7, hash: first })).toMatchObject({ unchanged: 1, refused: 0 })
  const other = await take(desk, { block: 900, log: 7, hash: first, transaction: hashOf(1) })
  expect(refusedIn(other.file)[0]?.reason).toContain('already stored with different content')
})

test('a bank can use its own references, and the same number in another source is another block', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const header = `${transactionsHeader},transactionHash,blockHash`
  const line = (key: string, hashes: string) => `${key},2,1.5,2026-01-01T00:00:00Z,,1,${hashes}`
  const lines = [line('bank,900,0', 'MT940/2026-01/7,A'), line('bank,900,1', ','), line('other,900,0', ',B')]
  expect(await desk.take('book.csv', csv(header, ...lines))).toMatchObject({ added: 3, refused: 0 })
  expect(
    await desk.take('book.csv', csv(transactionsHeader, lines[0]?.split(',').slice(0, 8).join(',') ?? '')),
  ).toMatchObject({
    unchanged: 1,
  })
  const named = line('bank,900,1', '0xAB,A')
  expect(await desk.take('book.csv', csv(header, named))).toMatchObject({ changed: 1 })
  expect(await desk.take('book.csv', csv(header, named))).toMatchObject({ unchanged: 1 })
  expect(await keptLedger(desk.data.truth)).toEqual(await recountedLedger(desk.data.truth))
  expect((await storedIn(desk)).slice(0, 2)).toEqual([
    [0, 'MT940/2026-01/7', 'A'],
    [1, '0xab', 'A'],
  ])
})
