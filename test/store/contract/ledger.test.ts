import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TransactionEntry } from '../../../server/store/import-writes.ts'
import { replayable } from '../../harness/replayable.ts'
import { id } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { install } from './installation.ts'
import { brokenTotals } from './invariants.ts'

const largest = (10n ** 77n).toString()

const entryOf = (position: number, settings: Partial<TransactionEntry> = {}): TransactionEntry => ({
  position: BigInt(position),
  index: 0n,
  tokenId: id(1),
  amount: '1',
  fromAccountId: null,
  toAccountId: id(1),
  at: position,
  ...settings,
})

const accounts = fc.constantFrom(
  { fromAccountId: null, toAccountId: id(1) },
  { fromAccountId: id(1), toAccountId: null },
  { fromAccountId: id(1), toAccountId: id(3) },
  { fromAccountId: id(1), toAccountId: id(1) },
)
const entries = fc.array(
  fc.record({
    position: fc.bigInt({ min: 0n, max: 40n }),
    index: fc.bigInt({ min: 0n, max: 1n }),
    amount: fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
    accounts,
    at: fc.nat(),
  }),
  { maxLength: 30 },
)

const thirdAccount = { reserveAccountId: id(3), blockchainId: id(1), address: `0x${'3'.repeat(40)}`, name: 'Hot' }

describe.each(engines)('reserve transactions on $name', (engine) => {
  test('totals are the sum of what is stored, to the last digit, after any batches', async () => {
    await using place = await install(engine)
    await place.store.putReserveAccounts([thirdAccount])
    await fc.assert(
      fc.asyncProperty(entries, fc.constantFrom('one', 'two'), async (given, source) => {
        const transactions = given.map(({ accounts: legs, ...rest }) => ({ ...rest, ...legs, tokenId: id(1) }))
        const count = await place.store.appendReserveTransactions({ source, transactions })
        expect(count.added + count.changed + count.unchanged + count.refused.length).toBe(given.length)
        expect(await brokenTotals(place.data.truth)).toEqual([])
      }),
      replayable(25),
    )
    expect((await place.data.truth.read('transactions')).length).toBeGreaterThan(50)
  })

  test('amounts far beyond what a float holds come back digit for digit', async () => {
    await using place = await install(engine)
    const transactions = [
      entryOf(1, { tokenId: id(2), toAccountId: id(2), amount: largest }),
      entryOf(2, { amount: largest }),
    ]
    await place.store.appendReserveTransactions({ source: 'large', transactions })
    expect((await place.data.truth.read('tokenTotals')).map(({ tokenId, amount }) => [tokenId, amount])).toEqual([
      ['1', `${10n ** 77n + 123456789012345678901234567889n}`],
      ['2', `${10n ** 77n + 2_100_000_000_000_000n}`],
    ])
    const rows = await place.store.reservesReport()
    expect(rows.find(({ tokenSymbol }) => tokenSymbol === 'WBTC')?.reserveAmount).toBe(`${10n ** 69n + 21_000_000n}`)
    expect(await brokenTotals(place.data.truth)).toEqual([])
  })

  test('the same batch again changes nothing, and other content at a place that is taken is refused', async () => {
    await using place = await install(engine)
    const batch = { source: 'book', transactions: [entryOf(1), entryOf(2)] }
    expect(await place.store.appendReserveTransactions(batch)).toMatchObject({ added: 2, refused: [] })
    const before = await place.data.truth.everything()
    expect(await place.store.appendReserveTransactions(batch)).toMatchObject({ added: 0, unchanged: 2 })
    const other = { source: 'book', transactions: [entryOf(1, { amount: '2' })] }
    expect(await place.store.appendReserveTransactions(other)).toMatchObject({ refused: [{ index: 0 }] })
    expect(await place.data.truth.everything()).toEqual(before)
    expect(await place.store.appendReserveTransactions({ ...other, source: 'another' }), 'control').toMatchObject({
      added: 1,
    })
  })

  test('a refused entry leaves the others of its batch and their totals as they should be', async () => {
    await using place = await install(engine)
    const transactions = [entryOf(1), entryOf(2, { tokenId: id(99) }), entryOf(3, { toAccountId: id(2) }), entryOf(4)]
    expect(await place.store.appendReserveTransactions({ source: 'book', transactions })).toMatchObject({
      added: 2,
      refused: [{ index: 1 }, { index: 2 }],
    })
    expect(await brokenTotals(place.data.truth)).toEqual([])
  })

  test('the transactions of another block at the same position are refused as that', async () => {
    await using place = await install(engine)
    const blockHash = `0x${'a'.repeat(64)}`
    const stored = {
      source: 'chain',
      transactions: [entryOf(1, { blockHash, transactionHash: `0x${'1'.repeat(64)}` })],
    }
    expect(await place.store.appendReserveTransactions(stored)).toMatchObject({ added: 1 })
    const other = [entryOf(1, { index: 1n, blockHash: `0x${'b'.repeat(64)}` })]
    expect(await place.store.appendReserveTransactions({ source: 'chain', transactions: other })).toMatchObject({
      refused: [{ index: 0, isOtherBlock: true }],
    })
    expect((await place.data.truth.read('transactions')).find(({ source }) => source === 'chain')).toMatchObject({
      blockHash,
      transactionHash: `0x${'1'.repeat(64)}`,
    })
  })

  test('two servers that append the same batches at once store each transaction once', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const batches = Array.from({ length: 8 }, (_, batch) => ({
      source: 'shared',
      transactions: Array.from({ length: 50 }, (_entry, at) => entryOf(batch * 50 + at, { amount: largest })),
    }))
    const counts = await Promise.all(
      [place.store, other.store].flatMap((store, server) =>
        (server ? [...batches].reverse() : batches).map((batch) => store.appendReserveTransactions(batch)),
      ),
    )
    expect(counts.reduce((sum, { added }) => sum + added, 0)).toBe(400)
    expect((await place.data.truth.read('transactions')).filter(({ source }) => source === 'shared')).toHaveLength(400)
    expect(await brokenTotals(place.data.truth)).toEqual([])
  })
})
