import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csv, furnish, type ImportScene, openImportScene, transactionsHeader } from './import-scene.ts'
import { keptLedger, type Moved, recountedLedger, sumUp } from './ledger.ts'

const decimalsOf: Readonly<Record<string, number>> = { 1: 18, 2: 6, 3: 0 }
const accounts = ['1', '2', '3'] as const

/** One transaction as a person would write it, with its amount as digits before and after the point. */
const transaction = fc.record({
  token: fc.constantFrom(...Object.keys(decimalsOf)),
  whole: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 60n }), fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n })),
  fraction: fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }),
  legs: fc
    .tuple(fc.option(fc.constantFrom(...accounts)), fc.option(fc.constantFrom(...accounts)))
    .filter(([from, to]) => from !== null || to !== null),
  second: fc.integer({ min: 0, max: 100_000_000 }),
})
type Transaction = {
  token: string
  whole: bigint
  fraction: bigint
  legs: [string | null, string | null]
  second: number
}

const placesOf = ({ token }: Transaction) => decimalsOf[token] as number
const fractionOf = (one: Transaction) => `${one.fraction}`.padStart(18, '0').slice(0, placesOf(one))

function lineOf(one: Transaction, position: number): string {
  const { token, whole, legs, second } = one
  const fraction = fractionOf(one)
  const at = new Date(second * 1000).toISOString()
  return `book,${position},0,${token},${whole}${fraction && `.${fraction}`},${at},${legs[0] ?? ''},${legs[1] ?? ''}`
}

const movedBy = (one: Transaction): Moved => ({
  token: one.token,
  amount: one.whole * 10n ** BigInt(placesOf(one)) + BigInt(fractionOf(one) || 0),
  from: one.legs[0],
  to: one.legs[1],
  at: one.second * 1000,
})

/** The reserve amount by hand: only digits are moved, nothing is divided. */
function decimalOf(units: bigint, places: number): string {
  const digits = `${units < 0n ? -units : units}`.padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places)
  const shown = fraction.replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${shown && `.${shown}`}`
}

async function reportedAmounts({ store }: ImportScene) {
  const report = await store.reservesReport()
  return Object.fromEntries(report.map(({ tokenSymbol, reserveAmount }) => [tokenSymbol, reserveAmount]))
}

test('totals are exact to the last digit for any amounts, tokens and accounts, in any order and however often imported', async () => {
  await using desk = await openImportScene()
  await furnish(desk)
  const known: Transaction[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 60 }), fc.integer(), async (more, seed) => {
      const lines = more.map((one, place) => lineOf(one, known.length + place))
      const shuffled = lines.toSorted((a, b) => ((a.length * 31 + seed) % 7) - ((b.length * 31 + seed) % 7))
      known.push(...more)
      const result = await desk.take('book.csv', csv(transactionsHeader, ...shuffled, ...shuffled))
      expect(result).toMatchObject({ added: more.length, unchanged: more.length, refused: 0 })
      const expected = sumUp(known.map(movedBy))
      expect(await keptLedger(desk.data.truth)).toEqual(expected)
      const sums = Object.entries(expected.tokens).map(([token, { amount }]) => [
        { 1: 'AAA', 2: 'BBB', 3: 'CCC' }[token],
        decimalOf(BigInt(amount), decimalsOf[token] as number),
      ])
      expect(await reportedAmounts(desk)).toEqual(Object.fromEntries(sums))
    }),
    { numRuns: 30, endOnFailure: true },
  )
  expect(await recountedLedger(desk.data.truth)).toEqual(sumUp(known.map(movedBy)))
})

test('IDs up to 2^63-1 and amounts of a thousand digits are imported exactly', async () => {
  await using desk = await openImportScene()
  const id = `${2n ** 63n - 1n}`
  await desk.take('networks.csv', csv('blockchainId,network', `${id},Ethereum`))
  await desk.take(
    'tokens.csv',
    csv('tokenId,tokenSymbol,blockchainId,contractAddress,decimals', `${id},BIG,${id},,255`),
  )
  await desk.take('accounts.csv', csv('reserveAccountId,blockchainId,address,name', `${id},${id},somewhere,Big`))
  const amount = `${'7'.repeat(745)}.${'3'.repeat(255)}`
  const line = { source: 'book', tokenId: `${id}`, amount, at: '2026-01-01T00:00:00Z', toReserveAccountId: `${id}` }
  const asNumbers = JSON.stringify({ ...line, index: 'I', position: 'P' })
    .replaceAll(`"${id}"`, id)
    .replace(`"${amount}"`, amount)
    .replace(/"[IP]"/g, id)
  expect(await desk.take('book.ndjson', `${asNumbers}\n`)).toMatchObject({ added: 1, refused: 0 })
  expect((await desk.store.reservesReport())[0]?.reserveAmount).toBe(amount)
  expect(Object.keys((await keptLedger(desk.data.truth)).accounts)).toEqual([`${id} ${id}`])
})
