import { describe, expect, test } from 'vitest'
import { custodians, icon, id, tenants } from '../../harness/seed.ts'
import type { StoredData } from '../engine.ts'
import { engines } from '../engines.ts'
import { begin, by, install, intentOf, rotate } from './installation.ts'

const changeOf = async ({ truth }: StoredData) => (await truth.read('audit')).at(-1)

const custodianOf = (settings: object = {}) => ({
  custodianId: custodians.copper,
  tenantId: tenants.first,
  name: `Custodian ${custodians.copper}`,
  provider: 'copper' as const,
  baseUrl: 'simulator:',
  ...settings,
})

describe.each(engines)('imports on $name', (engine) => {
  test('entries are counted as added, changed and unchanged, and what they say is stored', async () => {
    await using place = await install(engine)
    const { store, data } = place
    const entry = { tenantId: id(3), name: 'Third Trust' }
    expect(await store.putTenants([entry, { tenantId: tenants.first, name: 'First Trust' }])).toMatchObject({
      added: 1,
      changed: 0,
      unchanged: 1,
      refused: [],
    })
    expect(await store.putTenants([{ ...entry, name: 'Third' }])).toMatchObject({ changed: 1 })
    expect(await store.findTenant(id(3))).toMatchObject({ id: id(3), name: 'Third', version: 2 })
    expect(await store.findTenant(id(4))).toBeNull()
    expect((await store.listTenants(null)).map(({ name }) => name)).toEqual(['First Trust', 'Second Trust', 'Third'])
    expect(await store.listTenants(tenants.first)).toHaveLength(1)
    expect((await data.truth.read('tenants')).at(-1)).toEqual({ tenantId: '3', name: 'Third' })
  })

  test('what changes of a tenant, a custodian or a reserve account is audited with the old and the new value', async () => {
    await using place = await install(engine)
    const { store, data } = place
    await store.putTenants([{ tenantId: tenants.first, name: 'Renamed' }], by('importer'))
    expect(await changeOf(data)).toMatchObject({ kind: 'tenant.changed', actor: 'importer', tenantId: tenants.first })
    expect(JSON.parse((await changeOf(data))?.details ?? '')).toMatchObject({
      oldName: 'First Trust',
      newName: 'Renamed',
    })
    await store.putCustodians([custodianOf({ name: 'Desk' })], by('importer'))
    expect(await changeOf(data)).toMatchObject({ kind: 'custodian.changed', custodianId: custodians.copper })
    const account = { reserveAccountId: id(2), blockchainId: id(2), address: 'bc1qexample', name: 'Vault 2' }
    await store.putReserveAccounts([account], by('importer'))
    expect(await changeOf(data)).toMatchObject({ kind: 'reserve-account.changed' })
  })

  test.each([
    ['a custodian of a tenant that is not there', { custodianId: id(99), tenantId: id(98) }],
    ['a custodian that moves to another tenant', { tenantId: tenants.second }],
  ])('%s is refused, and the other entries of the batch are stored', async (_what, settings) => {
    await using place = await install(engine)
    const before = await place.data.truth.read('custodians')
    const good = custodianOf({ custodianId: id(77), name: 'Good' })
    expect(await place.store.putCustodians([custodianOf(settings), good])).toMatchObject({
      added: 1,
      refused: [{ index: 0 }],
    })
    expect((await place.data.truth.read('custodians')).filter(({ custodianId }) => custodianId !== '77')).toEqual(
      before,
    )
  })

  test('a base URL changes only where that is allowed once credentials are stored, and not while a rotation is open', async () => {
    await using place = await install(engine)
    const { store, tokenId } = place
    const moved = custodianOf({ baseUrl: 'https://elsewhere.example' })
    await rotate(store, tokenId)
    expect(await store.putCustodians([moved])).toMatchObject({ refused: [{ index: 0 }] })
    await begin(store, intentOf(tokenId))
    expect(await store.putCustodians([moved], { mayChangeBaseUrl: true })).toMatchObject({ refused: [{ index: 0 }] })
    await store.endInterrupted(by())
    expect(await store.putCustodians([moved], { mayChangeBaseUrl: true })).toMatchObject({ changed: 1 })
  })

  test('names of networks, contracts and addresses belong to one object', async () => {
    await using place = await install(engine)
    const { store } = place
    expect(await store.putNetworks([{ blockchainId: id(3), name: 'Ethereum', icon }])).toMatchObject({
      refused: [{ index: 0 }],
    })
    const token = {
      tokenId: id(5),
      symbol: 'COPY',
      blockchainId: id(1),
      contractAddress: `0x${'A'.repeat(40)}`,
      decimals: 6,
    }
    expect(await store.putTokens([token])).toMatchObject({ refused: [{ index: 0 }] })
    const account = { reserveAccountId: id(5), blockchainId: id(1), address: `0x${'1'.repeat(40)}`, name: 'Copy' }
    expect(await store.putReserveAccounts([account])).toMatchObject({ refused: [{ index: 0 }] })
    expect(await store.putReserveAccounts([{ ...account, blockchainId: id(2) }]), 'control').toMatchObject({ added: 1 })
  })

  test('the decimals of a token with transactions and the address of an account with totals stay', async () => {
    await using place = await install(engine)
    const { store } = place
    const token = {
      tokenId: id(1),
      symbol: 'USDX',
      blockchainId: id(1),
      contractAddress: `0x${'a'.repeat(40)}`,
      decimals: 6,
    }
    expect(await store.putTokens([token])).toMatchObject({ refused: [{ index: 0 }] })
    const account = { reserveAccountId: id(1), blockchainId: id(1), address: `0x${'9'.repeat(40)}`, name: 'Cold' }
    expect(await store.putReserveAccounts([account])).toMatchObject({ refused: [{ index: 0 }] })
    expect(await store.putTokens([{ ...token, decimals: 18, symbol: 'USDY' }]), 'control').toMatchObject({ changed: 1 })
  })

  test('what reserve transactions are read against is all that was imported', async () => {
    await using place = await install(engine)
    const { networks, tokens, accounts } = await place.store.reserveDirectory()
    expect(networks.map(({ name }) => name).sort()).toEqual(['Bitcoin', 'Ethereum'])
    expect(tokens.map(({ symbol }) => symbol).sort()).toEqual(['USDX', 'WBTC'])
    expect(accounts.map(({ name }) => name).sort()).toEqual(['Cold', 'Vault'])
  })
})
