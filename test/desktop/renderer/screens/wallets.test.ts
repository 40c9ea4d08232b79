import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListedWallet } from '../../../../desktop/renderer/screens/wallets/listed-wallet.ts'
import { metadataLimits, readMetadata } from '../../../../desktop/renderer/screens/wallets/metadata.ts'
import { orderOf, searchWallets, withNextRun } from '../../../../desktop/renderer/screens/wallets/wallet-order.ts'

const walletOf = (network: string, address: string, at: number) =>
  ({
    network,
    address,
    walletId: `${at + 1}`,
    searchText: `${address}\n${network}\n${at + 1}`.toLowerCase(),
  }) as ListedWallet

describe('the order of wallets', () => {
  const some = fc.array(
    fc.tuple(fc.constantFrom('Base', 'base', 'Bitcoin', 'Ünet'), fc.string({ unit: fc.constantFrom('0', 'a', 'B') })),
    {
      maxLength: 60,
    },
  )

  test('is the same however many arrive at a time, and by id where they are alike', () => {
    fc.assert(
      fc.property(some, fc.nat(), fc.constantFrom('network', 'address'), (given, cut, column) => {
        const wallets = given.map(([network, address], at) => walletOf(network, address, at))
        const first = withNextRun(orderOf(0), wallets.slice(0, cut % (wallets.length + 1)), column)
        const order = withNextRun(first, wallets, column)
        expect(order).toEqual(withNextRun(orderOf(0), wallets, column))
        expect([...order].toSorted((a, b) => a - b)).toEqual([...orderOf(wallets.length)])
      }),
    )
  })

  test('of 10,000 is found in steps that each take a part', () => {
    const wallets = Array.from({ length: 10_000 }, (_, at) => walletOf('Base', `${99_999 - at}`, at))
    let order = orderOf(0)
    let steps = 0
    for (; order.length < wallets.length; steps += 1) order = withNextRun(order, wallets, 'address')
    expect(steps).toBe(3)
    expect([...order]).toEqual(wallets.map((_, at) => 9_999 - at))
  })
})

test('a search keeps the order and looks into address, network and id, not across them', () => {
  const wallets = [walletOf('Base', '0xAB', 0), walletOf('Bitcoin', '0xCD', 1), walletOf('Base', '0xEF', 2)]
  const search = (text: string, isDescending = false) => [
    ...searchWallets(wallets, { text, order: orderOf(3), isDescending }),
  ]
  expect(search(' bAsE ')).toEqual([0, 2])
  expect(search('base', true)).toEqual([2, 0])
  expect(search('cd')).toEqual([1])
  expect(search('cdbitcoin')).toEqual([])
})

describe('metadata', () => {
  const nodesIn = (json: string) => {
    const metadata = readMetadata(json)
    if (metadata.kind === 'text') return 0
    const count = ({ entries }: typeof metadata.root): number => entries.reduce((sum, entry) => sum + count(entry), 1)
    return count(metadata.root)
  }

  test('of any JSON is drawn with at most so many values, and never fails', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 20 }), (json) => {
        expect(readMetadata(json).kind).toBe('tree')
        expect(nodesIn(json)).toBeLessThanOrEqual(metadataLimits.nodes)
      }),
    )
  })

  test('of any text is a tree or the text itself, with a reason', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const metadata = readMetadata(text)
        if (metadata.kind === 'text')
          expect([metadata.text, metadata.reason]).toEqual([text, expect.stringMatching(/./)])
      }),
    )
  })

  test('keeps every digit of a number', () => {
    const metadata = readMetadata('[12345678901234567890.10, 1e400]')
    expect(metadata.kind === 'tree' && metadata.root.entries.map(({ text }) => text)).toEqual([
      '12345678901234567890.10',
      '1e400',
    ])
  })

  test('states how much of it is not rendered', () => {
    const wide = readMetadata(JSON.stringify(Array(5_000).fill('x'.repeat(1_000))))
    expect(wide).toMatchObject({ kind: 'text' })
    const long = readMetadata(JSON.stringify(Array(500).fill('x'.repeat(1_000))))
    if (long.kind !== 'tree') throw new Error(long.reason)
    expect(long.root.entryCount).toBe(500)
    expect(long.root.entries).toHaveLength(metadataLimits.nodes - 1)
    expect(long.root.entries[0]?.moreCharacters).toBe(600)
  })
})
