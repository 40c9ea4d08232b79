import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SearchWanted } from '../../../server/store/store.ts'
import { SearchKind } from '../../../shared/search.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, type Installation, install, rotate, webhookOf } from './installation.ts'

const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
const first = { tenantId: tenants.first, custodianId: custodians.copper, blockchainId: id(1), ...flags }
const second = { ...first, tenantId: tenants.second, custodianId: custodians.large }
const labelled = (label: unknown) => JSON.stringify({ label })

describe.each(engines)('on $name', (engine) => {
  let place: Installation
  beforeAll(async () => {
    place = await install(engine)
    await place.store.putWallets([
      { ...first, walletId: id(9_001), address: '0xAbC1', metadataJson: labelled('Zürich Tresor 100%') },
      { ...first, walletId: id(9_002), address: 'bc1qabc1', metadataJson: labelled('Hot wallet of Zürich') },
      { ...first, walletId: id(9_003), address: 'x"y', metadataJson: labelled('金库') },
      { ...first, walletId: id(9_004), address: 'abcxyz', metadataJson: labelled(['Zürich']) },
      { ...second, walletId: id(9_101), address: '0xABC1f', metadataJson: labelled('Zürich of the second') },
    ])
  })
  afterAll(() => place[Symbol.asyncDispose]())

  const search = (query: string, more: Partial<SearchWanted> = {}) =>
    place.store.search({ query, kinds: SearchKind.options, seenBy: null, limit: 10, at: Date.now(), ...more })
  const walletIds = async (query: string, more: Partial<SearchWanted> = {}) =>
    (await search(query, more)).wallets.map((wallet) => wallet.id)

  test('an address is found by how it begins, in any case', async () => {
    expect(await walletIds('0XABC1')).toEqual(['9001', '9101'])
    expect(await walletIds('0xabc1f')).toEqual(['9101'])
    expect(await walletIds('bc1QABC')).toEqual(['9002'])
    expect(await walletIds('x"')).toEqual(['9003'])
    expect(await walletIds('abc1')).toEqual([])
  })

  test('a label is found by its words in any order and case; one that begins with the query comes first', async () => {
    expect(await walletIds('ZÜRICH')).toEqual(['9001', '9101', '9002'])
    expect(await walletIds('ürich tresor')).toEqual(['9001'])
    expect(await walletIds('zürich wall')).toEqual(['9002'])
    expect(await walletIds('0%')).toEqual([])
    expect(await walletIds('100%')).toEqual(['9001'])
  })

  test('words of one or two characters find what begins with them', async () => {
    expect(await walletIds('金')).toEqual(['9003'])
    expect(await walletIds('金库')).toEqual(['9003'])
    expect(await walletIds('zü')).toEqual(['9001', '9101'])
  })

  test.each([
    '%',
    '_',
    '*',
    '"',
    "'",
    'NEAR(',
    'a OR b',
    '^zü',
    '-zürich',
    'text:zürich',
    '\ue000',
    '0x*',
    '(((',
    '""',
  ])('the signs of %s mean nothing', async (query) => {
    expect((await search(query)).wallets.map(({ label }) => label)).not.toContain('Zürich Tresor 100%')
  })

  test('a long query is answered, and compared to its end', async () => {
    const label = 'abcdefghijklmnopqrstuvwxyz '.repeat(7).trim()
    await place.store.putWallets([{ ...first, walletId: id(9_050), address: 'long', metadataJson: labelled(label) }])
    expect(await walletIds(label)).toEqual(['9050'])
    expect(await walletIds(`${label} more`)).toEqual([])
  })

  test('a tenant finds its own alone', async () => {
    expect(await walletIds('zürich', { seenBy: tenants.second })).toEqual(['9101'])
    expect(await walletIds('0xabc1', { seenBy: tenants.second })).toEqual(['9101'])
    expect(await walletIds('9001', { seenBy: tenants.second })).toEqual([])
    expect(await walletIds('9001', { seenBy: tenants.first })).toEqual(['9001'])
    const { custodians: found, tenants: own } = await search('first trust', { seenBy: tenants.second })
    expect([found, own]).toEqual([[], []])
    const named = await search('custodian', { seenBy: tenants.second })
    expect(named.custodians.map(({ tenantId }) => tenantId)).toEqual([tenants.second, tenants.second])
  })

  test('nothing is found of tenants that are not seen, however their IDs are chosen', async () => {
    const alike = id(36_000_000_000_000n * 6_000n + 1n)
    await place.store.putTenants([{ tenantId: alike, name: 'Zürich Trust' }])
    expect((await search('Zürich', { seenBy: alike })).wallets).toEqual([])
    expect((await search('Zürich', { seenBy: tenants.first })).tenants).toEqual([])
    expect((await search('Zürich', { seenBy: alike })).tenants.map((tenant) => tenant.id)).toEqual([alike])
  })

  test('only the kinds that are asked for are searched', async () => {
    const found = await search('custodian', { kinds: ['wallets'] })
    expect(found).toMatchObject({ custodians: [], searched: ['wallets'], more: [] })
  })

  test('of more than the limit the first are answered, and that there are more', async () => {
    const found = await search('custodian', { limit: 3 })
    expect(found.custodians).toHaveLength(3)
    expect(found.more).toEqual(['custodians'])
    expect((await search('custodian', { limit: 4 })).more).toEqual([])
  })

  test('changed, moved and deleted names are found as they are now', async () => {
    const { store } = place
    const wallet = await store.findItem({ kind: 'wallet', id: id(9_002), seenBy: null })
    const change = {
      kind: 'wallet',
      id: id(9_002),
      seenBy: null,
      version: wallet?.version ?? 0,
      ...by('alice'),
    } as const
    await store.updateItem({ ...change, values: { metadataJson: labelled('Basel') } })
    expect(await walletIds('hot wallet')).toEqual([])
    expect(await walletIds('basel')).toEqual(['9002'])
    await store.putWallets([{ ...first, walletId: id(9_002), address: 'bc1qabc1', metadataJson: '{}' }])
    expect(await walletIds('basel')).toEqual([])
    const created = await store.createItem({
      kind: 'tenant',
      id: null,
      seenBy: null,
      values: { name: 'Harbour' },
      ...by('alice'),
    })
    if (!created.ok) throw new Error(created.error.message)
    expect((await search('arbou')).tenants).toEqual([{ id: created.value.id, name: 'Harbour' }])
    await store.deleteItem({ kind: 'tenant', id: created.value.id, seenBy: null, version: 1, ...by('alice') })
    expect((await search('arbou')).tenants).toEqual([])
  })

  test('a webhook is found by parts of its name and URL, and its ID; those that begin with the query come first', async () => {
    await using installed = await install(engine)
    const { store } = installed
    const add = async (name: string, url: string) => {
      const created = await store.createItem({
        kind: 'webhook',
        id: null,
        seenBy: null,
        values: webhookOf({ name, url }),
        ...by('alice'),
      })
      if (!created.ok) throw new Error(created.error.message)
      return { id: created.value.id, name, url, disabled: false }
    }
    const desk = await add('Zürich desk', 'https://hooks.example.com/Treasury')
    const treasury = await add('Treasury of Zürich', 'https://events.example.org')
    const found = async (query: string, more: Partial<SearchWanted> = {}) => {
      const wanted = { query, kinds: SearchKind.options, seenBy: null, limit: 10, at: Date.now(), ...more }
      return (await store.search(wanted)).webhooks
    }
    expect(await found('TREASURY')).toEqual([treasury, desk])
    expect(await found('zürich')).toEqual([desk, treasury])
    expect(await found('org zürich')).toEqual([treasury])
    expect(await found('hooks.example.com')).toEqual([desk])
    expect(await found(treasury.id)).toEqual([treasury])
    expect(await found('tr')).toEqual([treasury])
    expect(await found('sk')).toEqual([])
    expect(await found('%')).toEqual([])
    expect(await found('example', { limit: 1 })).toEqual([desk])
    expect(await found('zürich', { seenBy: tenants.first })).toEqual([])
    await store.switchItem({ kind: 'webhook', id: desk.id, seenBy: null, version: 1, isDisabled: true, ...by('alice') })
    expect(await found('zürich desk')).toEqual([{ ...desk, disabled: true }])
  })

  test('an operator token is found by its name and ID, with its state', async () => {
    const { store, tokenId } = place
    const [token] = (await store.listTokens()).filter((each) => each.tokenId === tokenId)
    const name = token?.name ?? ''
    expect((await search(name)).tokens).toContainEqual({ id: tokenId, name, tenantId: null, state: 'valid' })
    const later = await search(tokenId, { at: Date.now() + 1e12 })
    expect(later.tokens.map(({ state }) => state)).toContain('expired')
  })

  test('a rotation is found by its ID, and what a request led to by that of the request', async () => {
    const { rotationId } = await rotate(place.store, place.tokenId, { requestId: 'AbCdEf012345-1a' })
    const found = await search(rotationId.toUpperCase())
    expect(found.rotations.map((rotation) => rotation.rotationId)).toEqual([rotationId])
    expect(found.auditRecords.map(({ kind }) => kind)).toEqual(['rotation.ended', 'rotation.intended'])
    const { auditRecords } = await search('AbCdEf012345-1a')
    expect(auditRecords.map(({ kind, requestId }) => [kind, requestId])).toContainEqual([
      'rotation.intended',
      'AbCdEf012345-1a',
    ])
    expect(auditRecords[0]?.details).not.toHaveProperty('requestId')
    const { rotations, auditRecords: others } = await search(rotationId, { seenBy: tenants.second })
    expect([rotations, others]).toEqual([[], []])
    expect((await search(randomUUID())).rotations).toEqual([])
  })
})
