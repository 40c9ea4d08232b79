import { describe, expect, test } from 'vitest'
import type { Page, PageRequest, Store } from '../../../server/store/store.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { endOf, type Installation, install, intentOf } from './installation.ts'

type List = {
  /** Adds an object with this number; lists are not in the order of the numbers that come. */
  readonly add: (place: Installation, number: number) => Promise<unknown>
  readonly page: (store: Store, page: PageRequest) => Promise<Page<string>>
}

const named = <Row>({ rows, next }: Page<Row>, nameOf: (row: Row) => string): Page<string> => ({
  rows: rows.map(nameOf),
  next,
})

const lists: Readonly<Record<string, List>> = {
  tenants: {
    add: ({ store }, number) => store.putTenants([{ tenantId: id(number), name: 'x' }]),
    page: async (store, page) => named(await store.tenantsPage(null, page), (row) => row.id),
  },
  custodians: {
    add: ({ store }, number) =>
      store.putCustodians([
        { custodianId: id(number), tenantId: tenants.first, name: 'x', provider: 'copper', baseUrl: null },
      ]),
    page: async (store, page) => named(await store.custodiansPage(null, page), (row) => row.id),
  },
  wallets: {
    add: ({ store }, number) =>
      store.putWallets([
        {
          walletId: id(number),
          tenantId: tenants.first,
          custodianId: custodians.copper,
          blockchainId: id(1),
          address: `0x${number}`,
          metadataJson: '{}',
          isVisible: true,
          isActive: true,
          isTreasuryEnabled: false,
          isGasStationEnabled: false,
        },
      ]),
    page: async (store, page) => {
      const request = { tenantId: tenants.first, custodianId: custodians.copper, onlyActive: true }
      const found = await store.walletsPage(request, page)
      if (!found) throw new Error('the custodian is there')
      return named({ rows: found.listing.wallets, next: found.next }, (row) => row.walletId)
    },
  },
  reserves: {
    add: async ({ store }, number) => {
      // The same symbol on one chain again and again: the id of the token alone tells such rows apart.
      const tokenId = id(number)
      const symbol = ['AAA', 'USDX', 'Ωmega'][number % 3] as string
      await store.putTokens([{ tokenId, symbol, blockchainId: id(1), contractAddress: `0x${number}`, decimals: 0 }])
      const entry = { position: BigInt(number), index: 0n, tokenId, fromAccountId: null, toAccountId: id(1), at: 0 }
      await store.appendReserveTransactions({ source: 'paging', transactions: [{ ...entry, amount: `${number}` }] })
    },
    page: async (store, page) =>
      named(await store.reservesPage(page), (row) => `${row.tokenSymbol} ${row.blockchain} ${row.reserveAmount}`),
  },
  rotations: {
    add: async ({ store, tokenId }) => {
      const intent = intentOf(tokenId)
      await store.beginRotation(intent)
      await store.endRotation(endOf(intent.rotationId, { refusedBy: null }))
    },
    page: async (store, page) =>
      named(
        await store.rotationsPage({ custodianId: custodians.copper, begunBy: null }, page),
        (row) => row.rotationId,
      ),
  },
}

type Walk = { readonly store: Store; readonly limit: number; readonly between?: () => Promise<unknown> }

/** All rows, page by page. */
async function walk(list: List, { store, limit, between }: Walk) {
  const rows: string[] = []
  for (let after: PageRequest['after'] = null; ; ) {
    const page = await list.page(store, { after, limit })
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    if (page.next === null) return rows
    after = page.next
    await between?.()
  }
}

const numbers = [7_003, 7_001, 7_005, 7_002, 7_004]

describe.each(engines)('pages on $name', (engine) => {
  describe.each(Object.entries(lists))('of %s', (_name, list) => {
    test('make up the whole list once, at any size, on every server', async () => {
      await using place = await install(engine)
      await using other = await place.data.otherServer()
      for (const number of numbers) await list.add(place, number)
      const whole = (await list.page(place.store, { after: null, limit: 1_000 })).rows
      expect(whole.length).toBeGreaterThanOrEqual(numbers.length)
      expect(new Set(whole).size).toBe(whole.length)
      for (const limit of [1, 2, whole.length])
        for (const store of [place.store, other.store]) expect(await walk(list, { store, limit })).toEqual(whole)
    })

    test('lose and repeat nothing that was there from the start while another server adds to the list', async () => {
      await using place = await install(engine)
      const writer = await place.anotherStore()
      for (const number of numbers) await list.add(place, number)
      const before = (await list.page(place.store, { after: null, limit: 1_000 })).rows
      let added = 0
      const walked = await walk(list, {
        store: place.store,
        limit: 2,
        between: async () => {
          added += 1
          await list.add({ ...place, store: writer }, added % 2 ? 6_000 + added : 8_000 + added)
        },
      })
      expect(added, 'control: something was added in between').toBeGreaterThan(1)
      expect(new Set(walked).size, 'no row twice').toBe(walked.length)
      expect(walked.filter((row) => before.includes(row))).toEqual(before)
      expect((await list.page(place.store, { after: null, limit: 1_000 })).rows.length).toBe(before.length + added)
    })
  })
})
