import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Store } from '../../../server/store/store.ts'
import { custodians, icon, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { install } from './installation.ts'

const listing = { tenantId: tenants.first, custodianId: custodians.copper, onlyActive: false }

const wallet = (isActive: boolean) => ({
  walletId: id(201),
  tenantId: tenants.first,
  custodianId: custodians.copper,
  blockchainId: id(1),
  address: '0x1',
  metadataJson: '{}',
  isVisible: true,
  isActive,
  isTreasuryEnabled: false,
  isGasStationEnabled: false,
})

const reads: Readonly<Record<string, (store: Store) => Promise<object | null>>> = {
  'a wallet listing': (store) => store.walletListing(listing),
  'the report on reserves': (store) => store.reservesReport(),
  'the report with contracts': (store) => store.reservesReport({ contracts: true }),
}

const writes: readonly (readonly [read: string, what: string, write: (store: Store) => Promise<unknown>])[] = [
  ['a wallet listing', 'a wallet changed', (store) => store.putWallets([wallet(false)])],
  [
    'a wallet listing',
    'a network changed',
    (store) => store.putNetworks([{ blockchainId: id(1), name: 'Ether', icon }]),
  ],
  [
    'a wallet listing',
    'the custodian changed its name',
    (store) =>
      store.putCustodians([
        {
          custodianId: custodians.copper,
          tenantId: tenants.first,
          name: 'New',
          provider: 'copper',
          baseUrl: 'simulator:',
        },
      ]),
  ],
  [
    'the report on reserves',
    'a transaction came',
    (store) =>
      store.appendReserveTransactions({
        source: 'more',
        transactions: [
          { position: 1n, index: 0n, tokenId: id(1), amount: '1', fromAccountId: null, toAccountId: id(1), at: 0 },
        ],
      }),
  ],
  [
    'the report on reserves',
    'a token got another symbol',
    (store) =>
      store.putTokens([
        { tokenId: id(1), symbol: 'USDY', blockchainId: id(1), contractAddress: `0x${'a'.repeat(40)}`, decimals: 18 },
      ]),
  ],
  [
    'the report with contracts',
    'a token came that looks like one of them',
    (store) =>
      store.putTokens([{ tokenId: id(9), symbol: 'USDX', blockchainId: id(1), contractAddress: '0x9', decimals: 18 }]),
  ],
]

describe.each(engines)('unchanged answers on $name', (engine) => {
  test.each(Object.entries(reads))(
    '%s is the very same frozen object until something it shows changes',
    async (_, read) => {
      await using place = await install(engine)
      const first = await read(place.store)
      expect(Object.isFrozen(first)).toBe(true)
      await place.store.recordAudit({ kind: 'data.imported', actor: 'tester', at: 1 })
      expect(await read(place.store)).toBe(first)
      await place.store.refresh()
      expect(place.store.isUnchanged(first as object)).toBe(true)
    },
  )

  test.each(writes)('%s is another one right after %s, by this server or by another', async (name, _what, write) => {
    const read = reads[name] as (store: Store) => Promise<object | null>
    for (const writerIsOther of [false, true]) {
      await using place = await install(engine)
      await using other = await place.data.otherServer()
      const first = await read(place.store)
      await place.store.refresh()
      expect(place.store.isUnchanged(first as object)).toBe(true)
      await write(writerIsOther ? other.store : place.store)
      await nextTurn()
      await place.store.refresh()
      expect(place.store.isUnchanged(first as object)).toBe(false)
      const second = await read(place.store)
      expect(second).not.toBe(first)
      expect(second).toEqual(await read(other.store))
      expect(await read(place.store), 'and that one stays').toBe(second)
    }
  })

  test('a listing is shown to its tenant alone', async () => {
    await using place = await install(engine)
    expect(await place.store.walletListing({ ...listing, tenantId: tenants.second })).toBeNull()
    expect(
      await place.store.walletsPage({ ...listing, tenantId: tenants.second }, { after: null, limit: 1 }),
    ).toBeNull()
    expect((await place.store.walletListing({ ...listing, onlyActive: true }))?.wallets).toHaveLength(2)
    expect((await place.store.walletListing(listing))?.wallets).toHaveLength(3)
  })

  test('the salt is of one installation, whichever server reads it', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    await using elsewhere = await install(engine)
    const salt = Buffer.from(await place.store.salt())
    expect(salt).toHaveLength(32)
    expect(Buffer.from(await other.store.salt())).toEqual(salt)
    expect(Buffer.from(await elsewhere.store.salt())).not.toEqual(salt)
  })
})
