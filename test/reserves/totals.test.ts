import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTotals, type Move, outside } from '../../server/reserves/totals.ts'

const tokens = 3
const account = fc.integer({ min: outside, max: 3 })
const move: fc.Arbitrary<Move> = fc.record({
  token: fc.nat(tokens - 1),
  amount: fc.bigInt({ min: 0n, max: 2n ** 256n }),
  from: account,
  to: account,
  at: fc.nat(),
})
const moves = fc.array(move, { maxLength: 40 })

/** The totals as text, found the long way: one look at all moves for each of them. */
function summed(all: readonly Move[]) {
  const amounts = new Map<string, string>()
  for (const token of new Set(all.map((each) => each.token))) {
    const own = all.filter((each) => each.token === token)
    const flow = (isTo: (each: Move) => boolean, isFrom: (each: Move) => boolean) =>
      own.reduce((sum, each) => sum + (isTo(each) ? each.amount : 0n) - (isFrom(each) ? each.amount : 0n), 0n)
    const whole = flow(
      ({ to }) => to !== outside,
      ({ from }) => from !== outside,
    )
    amounts.set(`${token}`, `${whole} in ${own.length} until ${Math.max(...own.map(({ at }) => at))}`)
    for (const place of new Set(own.flatMap(({ from, to }) => [from, to]).filter((each) => each !== outside))) {
      const touching = own.filter(({ from, to }) => from === place || to === place).length
      const amount = flow(
        ({ to }) => to === place,
        ({ from }) => from === place,
      )
      amounts.set(`${token} in ${place}`, `${amount} in ${touching}`)
    }
  }
  return amounts
}

function textOf(totals: ReturnType<typeof createTotals>) {
  const amounts = new Map<string, string>()
  for (const [token, { amount, count, lastAt }] of totals.byToken())
    amounts.set(`${token}`, `${amount} in ${count} until ${lastAt}`)
  for (const { account: place, token, change } of totals.byAccount())
    amounts.set(`${token} in ${place}`, `${change.amount} in ${change.count}`)
  return amounts
}

test('totals are the sums of their transactions, between any accounts', () => {
  fc.assert(
    fc.property(moves, (all) => {
      const totals = createTotals(tokens)
      for (const each of all) totals.add(each)
      expect(textOf(totals)).toEqual(summed(all))
    }),
  )
})

test('a leg that becomes known later adds up to the same totals as one that was known at once', () => {
  const withLegs = move.filter(({ from, to }) => from !== outside || to !== outside)
  fc.assert(
    fc.property(fc.array(withLegs, { maxLength: 20 }), fc.boolean(), (all, isFromKnown) => {
      const late = createTotals(tokens)
      const early = createTotals(tokens)
      for (const each of all) {
        const known = isFromKnown ? { ...each, to: outside } : { ...each, from: outside }
        late.add(known)
        late.fill(known, each)
        early.add(each)
      }
      expect(textOf(late)).toEqual(textOf(early))
    }),
  )
})
