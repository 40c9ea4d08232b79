import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { WalletRow } from '../../../../desktop/bridge/wallets.ts'
import { type ListedWallet, labelIn, withSlice } from '../../../../desktop/renderer/screens/wallets/listed-wallet.ts'
import { metadataLimits, readMetadata } from '../../../../desktop/renderer/screens/wallets/metadata.ts'
import { walletFormats, walletsText } from '../../../../desktop/renderer/screens/wallets/wallet-export.ts'
import {
  everyWallet,
  networkChoices,
  shownWallets,
  type WalletFilter,
} from '../../../../desktop/renderer/screens/wallets/wallet-filter.ts'
import { orderOf, withNextRun } from '../../../../desktop/renderer/screens/wallets/wallet-order.ts'
import { readCsv } from '../read-csv.ts'

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

/** Rows as main sends them, in a listing. */
function listingOf(rows: readonly Partial<WalletRow>[]): readonly ListedWallet[] {
  const whole = rows.map((row, at) => ({ ...plainRow, walletId: `${at + 1}` as WalletRow['walletId'], ...row }))
  const about = { listingId: 'listing', custodianName: 'Custodian', custodianProvider: 'copper' }
  return withSlice(null, { ...about, from: 0, rows: whole, icons: {}, total: rows.length, isLast: true }).wallets
}

const plainRow: WalletRow = {
  walletTenantId: '7' as WalletRow['walletTenantId'],
  walletId: '1' as WalletRow['walletId'],
  metadataJson: '{}',
  blockchainId: '1' as WalletRow['blockchainId'],
  network: 'Base',
  address: '0x',
  isVisible: false,
  isActive: true,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
  icon: 0,
}

describe('the wallets that are shown', () => {
  const wallets = listingOf([
    { address: '0xAB', metadataJson: '{"label":"Cold, Zürich"}', isTreasuryEnabled: true },
    { address: '0xCD', blockchainId: '2' as WalletRow['blockchainId'], network: 'Bitcoin', isVisible: true },
    { address: '0xEF', metadataJson: '{"label":"  "}', isGasStationEnabled: true },
  ])
  const shown = (filter: Partial<WalletFilter>, isDescending = false) => [
    ...shownWallets(wallets, { ...everyWallet, ...filter }, { order: orderOf(3), isDescending }),
  ]

  test('keep their order and are searched in address, network, id and label, not across them', () => {
    expect(shown({})).toEqual([0, 1, 2])
    expect(shown({ text: ' bAsE ' })).toEqual([0, 2])
    expect(shown({ text: 'base' }, true)).toEqual([2, 0])
    expect(shown({ text: 'cd' })).toEqual([1])
    expect(shown({ text: 'COLD, zÜ' })).toEqual([0])
    expect(shown({ text: 'cdbitcoin' })).toEqual([])
  })

  test('are those of a network, with or without a label, with a flag, and of all of these at once', () => {
    expect(shown({ blockchainId: '2' })).toEqual([1])
    expect(shown({ labelling: 'labelled' })).toEqual([0])
    expect(shown({ labelling: 'unlabelled' })).toEqual([1, 2])
    expect(shown({ flag: 'treasury' })).toEqual([0])
    expect(shown({ flag: 'notTreasury' })).toEqual([1, 2])
    expect(shown({ flag: 'gasStation' })).toEqual([2])
    expect(shown({ flag: 'visible' })).toEqual([1])
    expect(shown({ flag: 'notVisible' })).toEqual([0, 2])
    expect(shown({ blockchainId: '1', labelling: 'unlabelled', flag: 'gasStation', text: '0x' })).toEqual([2])
    expect(shown({ blockchainId: '2', flag: 'treasury' })).toEqual([])
  })

  test('offer each network once, and the chosen one also where no wallet is on it', () => {
    const base = { value: '1', label: 'Base' }
    const bitcoin = { value: '2', label: 'Bitcoin' }
    expect(networkChoices(wallets, null)).toEqual([base, bitcoin])
    expect(networkChoices(wallets, '2')).toEqual([base, bitcoin])
    expect(networkChoices(wallets, '9')).toEqual([{ value: '9', label: '9' }, base, bitcoin])
  })
})

test('a label is read from metadata that has one, and from nothing else', () => {
  expect(labelIn('{"l\\u0061bel":"Vault"}')).toBe('Vault')
  for (const json of ['{}', '{"label":1}', '[]', 'null', '"label"', '{"label": oops}', '['.repeat(5_000)])
    expect(labelIn(json)).toBeNull()
})

describe('exported wallets', () => {
  const exact = {
    walletId: '9223372036854775807' as WalletRow['walletId'],
    metadataJson: '{"label":"=1+1, \\"cold\\"","balance":123456789012345678901234567890.000000000000000001}',
    isTreasuryEnabled: true,
  }

  test('have every digit, in both formats', async () => {
    const wallets = listingOf([exact, {}])
    const [head, first, second] = readCsv((await walletsText(wallets, walletFormats.csv)) ?? '')
    const columns = 'walletTenantId,walletId,blockchainId,network,address,label,isVisible,isActive,isTreasuryEnabled'
    expect(head?.join()).toBe(`${columns},isGasStationEnabled,metadataJson`)
    const flags = ['false', 'true', 'true', 'false']
    expect(first).toEqual(['7', exact.walletId, '1', 'Base', '0x', '\'=1+1, "cold"', ...flags, exact.metadataJson])
    expect(second).toEqual(['7', '2', '1', 'Base', '0x', '', 'false', 'true', 'false', 'false', '{}'])
    const lines = (await walletsText(wallets, walletFormats.ndjson))?.split('\n').slice(0, -1) ?? []
    const { icon, ...whole } = { ...plainRow, ...exact }
    const { icon: _, ...plain } = { ...plainRow, walletId: '2' }
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { ...whole, label: '=1+1, "cold"' },
      { ...plain, label: null },
    ])
  })

  test('of 30,000 are all written, and the page has turns of its own meanwhile', async () => {
    const wallets = listingOf(Array.from({ length: 30_000 }, () => ({})))
    let turns = 0
    const turning = setInterval(() => {
      turns += 1
    })
    const text = await walletsText(wallets, walletFormats.ndjson)
    clearInterval(turning)
    expect(text?.split('\n').length).toBe(30_001)
    expect(text).toContain('"walletId":"30000"')
    expect(turns).toBeGreaterThan(0)
  })

  test('that make a file too large are refused', async () => {
    const wallets = listingOf([{}, {}])
    const whole = await walletsText(wallets, walletFormats.csv)
    expect(await walletsText(wallets, walletFormats.csv, whole?.length)).toBe(whole)
    expect(await walletsText(wallets, walletFormats.csv, (whole?.length ?? 0) - 1)).toBeNull()
  })
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
