import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ItemKind, Items, ItemValues, PlatformKind } from '../../../server/store/items.ts'
import type { Id } from '../../../shared/primitives.ts'
import type { Result } from '../../../shared/result.ts'
import { custodians, icon, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, codeOf, type Installation, install } from './installation.ts'
import { brokenInvariants } from './invariants.ts'

const successOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.info}`)
  return result.value
}

const listing = { tenantId: tenants.first, custodianId: custodians.copper, onlyActive: false }
const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }

describe.each(engines)('on $name', (engine) => {
  let place: Installation
  beforeAll(async () => {
    place = await install(engine)
  })
  afterAll(() => place[Symbol.asyncDispose]())

  const create = <Kind extends PlatformKind>(kind: Kind, values: ItemValues[Kind]) =>
    place.store.createItem<Kind>({ kind, id: null, seenBy: null, values, ...by() })
  const update = async <Kind extends ItemKind>(kind: Kind, itemId: Id, values: Partial<ItemValues[Kind]>) => {
    const { version = 0 } = (await place.store.findItem({ kind, id: itemId, seenBy: null })) ?? {}
    return place.store.updateItem<Kind>({ kind, id: itemId, seenBy: null, version, values, ...by() })
  }
  const remove = (kind: PlatformKind, { id: itemId, version }: Items[PlatformKind]) =>
    place.store.deleteItem({ kind, id: itemId, seenBy: null, version, ...by() })
  const report = () => place.store.reservesReport({ contracts: true })
  const lastAudit = async () => (await place.data.truth.read('audit')).at(-1)

  test('a renamed network is shown in wallets and reserves, and the sums stay', async () => {
    const wallets = await place.store.walletListing(listing)
    const reserves = await report()
    const { amount, names } = { amount: reserves[0]?.reserveAmount, names: reserves.map((row) => row.blockchain) }
    expect(names).toEqual(['Ethereum', 'Bitcoin'])
    successOf(await update('network', id(1), { name: 'Ethereum Mainnet' }))
    await place.store.refresh()
    expect([place.store.isUnchanged(wallets as object), place.store.isUnchanged(reserves)]).toEqual([false, false])
    expect((await place.store.walletListing(listing))?.wallets.map(({ network }) => network)).toContain(
      'Ethereum Mainnet',
    )
    expect(await report()).toMatchObject([{ blockchain: 'Ethereum Mainnet', reserveAmount: amount }, {}])
    expect(codeOf(await update('network', id(1), { name: 'Bitcoin' }))).toBe('AlreadyExists')
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test.each(['an administrator', 'an import'])(
    'wallets of a network that %s adds while the server runs are listed',
    async (who) => {
      await place.store.walletListing(listing)
      const name = `Added by ${who}`
      const blockchainId = who === 'an import' ? id(901) : successOf(await create('network', { name, icon })).id
      if (who === 'an import') await place.store.putNetworks([{ blockchainId, name, icon }])
      const wallet = { walletId: id(9_000 + Number(blockchainId)), ...listing, blockchainId, ...flags }
      await place.store.putWallets([{ ...wallet, address: '0x1', metadataJson: '{}' }])
      expect((await place.store.walletListing(listing))?.wallets).toContainEqual(
        expect.objectContaining({ network: name }),
      )
    },
  )

  test('a token that looks like another is flagged in the report as long as it is there', async () => {
    const isAlike = async () => (await report()).find(({ tokenSymbol }) => tokenSymbol === 'USDX')?.isLookAlike
    expect(await isAlike()).toBe(false)
    const values = { blockchainId: id(1), contractAddress: `0x${'F'.repeat(40)}`, decimals: 6 }
    const created = successOf(await create('chain-token', { ...values, symbol: 'USDХ' }))
    expect(created.contractAddress, 'in lower case, as imports have it').toBe(`0x${'f'.repeat(40)}`)
    expect(await isAlike()).toBe(true)
    // As many tokens as before, so that their number tells nothing.
    await place.store.putTokens([{ ...values, tokenId: id(77), symbol: 'ELSE', contractAddress: null }])
    successOf(await remove('chain-token', created))
    expect(await isAlike()).toBe(false)
    expect(codeOf(await create('chain-token', { ...values, blockchainId: id(99), symbol: 'X' }))).toBe('NotFound')
  })

  test('a symbol changes in the report, and what gives transactions their meaning does not', async () => {
    const before = await report()
    successOf(await update('chain-token', id(2), { symbol: 'BTC' }))
    expect((await report()).map(({ tokenSymbol }) => tokenSymbol)).toEqual(['BTC', 'USDX'])
    for (const values of [{ decimals: 2 }, { blockchainId: id(1) }])
      expect(codeOf(await update('chain-token', id(2), values))).toBe('InUse')
    for (const values of [{ address: 'bc1qother' }, { blockchainId: id(1) }])
      expect(codeOf(await update('reserve-account', id(2), values))).toBe('InUse')
    const amounts = (rows: typeof before) => rows.map(({ reserveAmount }) => reserveAmount).toSorted()
    expect(amounts(await report())).toEqual(amounts(before))
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('the name of a reserve account is in no report', async () => {
    const before = await report()
    const renamed = successOf(await update('reserve-account', id(1), { name: 'Colder' }))
    expect(renamed).toMatchObject({ name: 'Colder', version: 2 })
    expect(JSON.parse((await lastAudit())?.details ?? '{}')).toEqual({
      reserveAccountId: '1',
      oldName: 'Cold',
      newName: 'Colder',
    })
    await place.store.refresh()
    expect(place.store.isUnchanged(before)).toBe(true)
  })

  test('what others refer to is not deleted, and what refers to it is counted', async () => {
    const inUse = async (kind: PlatformKind) => {
      const item = await place.store.findItem({ kind, id: id(1), seenBy: null })
      const result = await remove(kind, item as Items[PlatformKind])
      return result.ok ? [] : [result.error.code, ...result.error.info]
    }
    expect(await inUse('network')).toEqual(['InUse', 'wallets: 4', 'tokens: 2', 'reserve accounts: 1'])
    expect(await inUse('chain-token')).toEqual(['InUse', 'reserve transactions: 2'])
    expect(await inUse('reserve-account')).toEqual(['InUse', 'reserve transactions: 2'])
    const account = { blockchainId: id(2), address: 'bc1qnew', name: 'New' }
    const free = successOf(await create('reserve-account', account))
    expect(codeOf(await create('reserve-account', account))).toBe('AlreadyExists')
    successOf(await remove('reserve-account', free))
    expect((await lastAudit())?.kind).toBe('reserve-account.deleted')
  })

  test('a page of a kind goes on where the last one ended', async () => {
    const first = await place.store.itemsPage('chain-token', { after: null, limit: 2 })
    expect(first.rows.map((row) => row.id)).toEqual(['1', '2'])
    const second = await place.store.itemsPage('chain-token', { after: first.next, limit: 2 })
    expect(second).toMatchObject({ rows: [{ id: '77' }], next: null })
  })

  test('a wallet changes with its listing, is audited, and long values are as their digest', async () => {
    const before = await place.store.walletListing(listing)
    const metadataJson = JSON.stringify({ label: 'V', note: 'x'.repeat(3_000) })
    const wallet = successOf(await update('wallet', id(201), { metadataJson, isTreasuryEnabled: true }))
    expect(wallet).toMatchObject({ label: 'V', isTreasuryEnabled: true, version: 2, custodianId: custodians.copper })
    await place.store.refresh()
    expect(place.store.isUnchanged(before as object)).toBe(false)
    const { kind, custodianId, details = '' } = (await lastAudit()) ?? {}
    expect({ kind, custodianId }).toEqual({ kind: 'wallet.changed', custodianId: custodians.copper })
    expect(JSON.parse(details)).toMatchObject({
      walletId: '201',
      oldMetadataJson: '{"label":"Vault"}',
      newMetadataJson: expect.stringMatching(/^sha256:[0-9a-f]{64} \(\d+ characters\)$/),
    })
    const foreign = { kind: 'wallet', id: id(201), seenBy: tenants.second, version: 2, values: {}, ...by() } as const
    expect(codeOf(await place.store.updateItem(foreign))).toBe('NotFound')
  })
})
