import { expect, test } from 'vitest'
import { webhooksAmong } from '../../server/store/rows/found-webhooks.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: BigInt(place + 1),
    name: `Receiver ${place + 1}`,
    url: 'https://hooks.example.com',
    disabled_at: null,
  }))
const wanted = { query: 'receiver', kinds: ['webhooks'], seenBy: null, limit: 10, at: 0 } as const

test('one more than is wanted is found, so that the answer can say that there are more', () => {
  const { items, isCut } = webhooksAmong(rows(1_000), wanted)
  expect([items.length, isCut]).toEqual([11, false])
})

test('no more than 1,000 webhooks are compared; the answer says where there are others', () => {
  const last = { ...wanted, query: 'receiver 1001' }
  expect(webhooksAmong(rows(1_001), last)).toEqual({ items: [], isCut: true })
  expect(webhooksAmong(rows(1_000), { ...wanted, query: 'receiver 1000' })).toMatchObject({
    items: [{ id: '1000' }],
    isCut: false,
  })
})
