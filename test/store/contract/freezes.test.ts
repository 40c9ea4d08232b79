import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../../server/store/store.ts'
import type { Id } from '../../../shared/primitives.ts'
import { custodians, icon, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import {
  accept,
  begin,
  by,
  checkOf,
  codeOf,
  completionOf,
  endOf,
  eventOf,
  expiry,
  type Installation,
  install,
  intentOf,
  issue,
  logoutOf,
  resultOf,
  tokenOf,
} from './installation.ts'
import { brokenInvariants } from './invariants.ts'

/** What a write answered that says that it was refused, and why. */
type Answer = {
  readonly ok?: boolean
  readonly error?: object
  readonly failure?: object
  readonly refused?: readonly object[]
}
type Write = (store: Store, tokenId: Id) => Promise<unknown>

/** What a write says of the freeze it met; null where it met none. */
const frozenIn = (answer: unknown): string | null => {
  const { error, failure, refused } = answer as Answer
  return /"(?:frozen: |reason":"frozen: )([^"]*)"/.exec(JSON.stringify([error, failure, refused]))?.[1] ?? null
}

const tenantKey = (tenantId: Id) => ({ kind: 'tenant', id: tenantId, seenBy: null }) as const
const copperKey = { kind: 'custodian', id: custodians.copper, seenBy: null } as const
const flags = { isVisible: true, isActive: true, isTreasuryEnabled: false, isGasStationEnabled: false }
const asset = { symbol: 'NEW', blockchainId: id(1), contractAddress: null, decimals: 6 }
const newId = () => id(1_000_000 + Math.floor(Math.random() * 1e9))
const desk = { tenantId: tenants.first, name: 'Desk', provider: 'copper', baseUrl: null } as const
const actors = (tokenId: Id) => ({ ...by(), actorTokenId: tokenId })

async function tokenOfFirst(store: Store): Promise<Id> {
  const token = (await store.listTokens()).find(({ tenantId, revokedAt }) => tenantId && revokedAt === null)
  if (!token) throw new Error('the first tenant has no token')
  return token.tokenId
}

/** Every kind of write that changes something of the first tenant. */
const ofTenant: Readonly<Record<string, Write>> = {
  beginRotation: async (store, tokenId) => {
    const intent = intentOf(tokenId)
    const begun = await store.beginRotation(intent)
    if (begun.ok) await store.endRotation(endOf(intent.rotationId, { refusedBy: null }))
    return begun
  },
  beginCheck: async (store, tokenId) => {
    const check = checkOf(tokenId)
    const begun = await store.beginCheck(check)
    if (begun.ok)
      await store.endCheck({ checkId: check.checkId, verdict: 'valid', reason: '', refusedBy: null, ...by() })
    return begun
  },
  createItem: (store) => store.createItem({ kind: 'custodian', id: null, seenBy: null, values: desk, ...by() }),
  updateItem: async (store) => {
    const { version = 0 } = (await store.findItem(tenantKey(tenants.first))) ?? {}
    return store.updateItem({ ...tenantKey(tenants.first), version, values: { name: `N ${newId()}` }, ...by() })
  },
  'updateItem with a version of the past': (store) =>
    store.updateItem({ ...copperKey, version: 77, values: { name: 'x' }, ...by() }),
  deleteItem: (store) => store.deleteItem({ ...copperKey, version: 1, ...by() }),
  switchItem: async (store) => {
    const { version = 0 } = (await store.findItem(copperKey)) ?? {}
    return store.switchItem({ ...copperKey, version, isDisabled: false, ...by() })
  },
  createToken: (store) => store.createToken(tokenOf({ name: `T ${newId()}`, tenantId: tenants.first })),
  'createToken that replaces one': (store) =>
    store.createToken(tokenOf({ name: 'of first', tenantId: tenants.first, replace: true })),
  grantToken: (store, tokenId) =>
    store.grantToken({ ...tokenOf({ name: `T ${newId()}`, tenantId: tenants.first }), ...actors(tokenId) }),
  changeToken: async (store, tokenId) => {
    const named = { tokenId: await tokenOfFirst(store), seenBy: null, version: 1 }
    return store.changeToken({ ...named, expiresAt: Date.now() + 60_000, ...actors(tokenId) })
  },
  'switchToken that enables one': async (store, tokenId) => {
    const token = { tokenId: await tokenOfFirst(store), seenBy: null }
    const { version = 0 } = (await store.findTokenById(token)) ?? {}
    return store.switchToken({ ...token, version, isDisabled: false, ...actors(tokenId) })
  },
  putTenants: (store) => store.putTenants([{ tenantId: tenants.first, name: `N ${newId()}` }]),
  putCustodians: (store) => store.putCustodians([{ ...desk, custodianId: newId() }]),
  putWallets: (store) => {
    const owner = { tenantId: tenants.first, custodianId: custodians.copper }
    const wallet = { ...owner, blockchainId: id(1), address: '0x1', metadataJson: '{}', ...flags }
    return store.putWallets([{ ...wallet, walletId: newId() }])
  },
}

/** Every kind of write that changes something that belongs to no tenant. */
const ofPlatform: Readonly<Record<string, Write>> = {
  'createItem, a tenant': (store) =>
    store.createItem({ kind: 'tenant', id: null, seenBy: null, values: { name: 'New' }, ...by() }),
  'createToken, of the platform': (store) => store.createToken(tokenOf({ name: `T ${newId()}` })),
  putNetworks: (store) => store.putNetworks([{ blockchainId: newId(), name: `N ${newId()}`, icon }]),
  putTokens: (store) => store.putTokens([{ ...asset, tokenId: newId(), contractAddress: `0x${newId()}` }]),
  putReserveAccounts: (store) =>
    store.putReserveAccounts([{ reserveAccountId: newId(), blockchainId: id(1), address: `0x${newId()}`, name: 'A' }]),
  appendReserveTransactions: (store) => {
    const way = { fromAccountId: null, toAccountId: id(1), at: 1 }
    const transaction = { position: BigInt(newId()), index: 0n, tokenId: id(1), amount: '7', ...way }
    return store.appendReserveTransactions({ source: `frozen ${newId()}`, transactions: [transaction] })
  },
}

/** What only takes rights away, ends what began, or erases. */
const alwaysAllowed: Readonly<Record<string, Write>> = {
  revokeToken: async (store) =>
    store.revokeToken({ token: await issueBefore(store, 'revoked by its name'), ...by() }).then((revoked) => {
      if (revoked.length !== 1) throw new Error('no token was revoked')
    }),
  revokeTokens: (store) => store.revokeTokens({ tokens: [{ tokenId: id(2), reason: 'lost' }], ...by() }),
  moveAuditStream: (store) => store.moveAuditStream({ destination: 'file:///audit', from: '0', to: '1' }),
  recordEvent: (store) => store.recordEvent(eventOf()),
  recordEventFor: (store) => store.recordEventFor({ webhookId: id(1), event: eventOf() }),
  claimDeliveries: (store) =>
    store.claimDeliveries({ serverId: 'one', webhookId: id(1), limit: 1, lasts: 1, at: Date.now() }),
  noteDelivery: (store) => store.noteDelivery(resultOf({ eventId: 'none', webhookId: id(1) })),
  redeliver: (store) => store.redeliver({ eventId: 'none', webhookId: id(1), at: 1 }),
  pruneEvents: (store) => store.pruneEvents({ before: 1, limit: 1, ...by() }),
  rewrapWebhookSecrets: (store) => store.rewrapWebhookSecrets([]),
  recordTokenUses: (store, tokenId) => store.recordTokenUses([{ tokenId, at: 1, address: '::1' }]),
  recordAudit: (store) => store.recordAudit({ kind: 'backup.created', ...by() }),
  eraseExpired: (store) => store.eraseExpired(expiry()),
  pruneSessions: (store) => store.pruneSessions({ endedBefore: 1, limit: 1, ...by() }),
  endProviderSessions: (store) => store.endProviderSessions(logoutOf('frozen')),
  pruneRotations: (store) => store.pruneRotations({ endedBefore: 1, limit: 1, ...by() }),
  endInterrupted: (store) => store.endInterrupted(by()),
  rewrapCredentials: (store) => store.rewrapCredentials([]),
}

const issueBefore = async (store: Store, name: string): Promise<string> => {
  if ((await store.listTokens()).some((token) => token.name === name)) return name
  throw new Error(`no token has the name ${name}`)
}

describe.each(engines)('on $name', (engine) => {
  let place: Installation
  beforeAll(async () => {
    place = await install(engine)
    await issue(place.store, { name: 'of first', tenantId: tenants.first })
  })
  afterAll(() => place[Symbol.asyncDispose]())

  const setFrozen = async (tenantId: Id | null) => {
    const result = await place.store.freeze({ tenantId, reason: 'stolen laptop', ...by('alice') })
    expect(codeOf(result)).toBeNull()
    return { [Symbol.asyncDispose]: () => place.store.thaw({ tenantId, reason: 'found', ...by('bob') }) as never }
  }
  const lastAudit = async () => (await place.data.truth.read('audit')).at(-1)

  test('a freeze says who, when and why, is audited, and is the same when it is asked for again', async () => {
    const asked = { tenantId: tenants.second, reason: 'case 7', ...by('alice') }
    const first = await place.store.freeze(asked)
    expect(first).toMatchObject({ ok: true, value: { tenantId: '2', reason: 'case 7', frozenBy: 'alice' } })
    expect(await lastAudit()).toMatchObject({ kind: 'tenant.frozen', actor: 'alice', tenantId: tenants.second })
    const before = await place.data.truth.everything()
    expect(await place.store.freeze({ ...asked, reason: 'case 8', ...by('bob') })).toEqual(first)
    expect(await place.data.truth.everything()).toEqual(before)
    expect(await place.store.listFreezes(tenants.first), 'another tenant does not see it').toEqual([])
    expect(await place.store.listFreezes(tenants.second)).toHaveLength(1)
    expect(await place.store.thaw({ tenantId: tenants.second, reason: 'closed', ...by('carol') })).toEqual(first)
    const { kind, details } = (await lastAudit()) ?? {}
    expect([kind, JSON.parse(details ?? '{}')]).toEqual([
      'tenant.thawed',
      { reason: 'closed', frozenFor: 'case 7', frozenBy: 'alice', frozenAt: expect.any(String) },
    ])
    expect(codeOf(await place.store.thaw({ tenantId: tenants.second, reason: 'x', ...by() }))).toBe('NotFound')
    expect(codeOf(await place.store.freeze({ tenantId: id(999), reason: 'x', ...by() }))).toBe('NotFound')
  })

  describe.each([
    { what: 'a tenant', tenantId: tenants.first, refused: ofTenant, allowed: ofPlatform },
    { what: 'everything', tenantId: null, refused: { ...ofTenant, ...ofPlatform }, allowed: {} },
  ])('while $what is frozen', ({ tenantId, refused, allowed }) => {
    test.each(Object.keys(refused))('%s is refused and stores nothing', async (name) => {
      const write = refused[name] as Write
      {
        await using _frozen = await setFrozen(tenantId)
        const before = await place.data.truth.everything()
        const what = tenantId === null ? 'everything' : 'tenant 1'
        expect(frozenIn(await write(place.store, place.tokenId))).toContain(`${what}, by alice, since 20`)
        expect(await place.data.truth.everything()).toEqual(before)
      }
      expect(frozenIn(await write(place.store, place.tokenId)), 'control: not once it is thawed').toBeNull()
    })

    test.each(Object.keys({ ...allowed, ...alwaysAllowed }))('%s is not refused', async (name) => {
      await place.store.revokeToken({ token: 'revoked by its name', ...by() })
      await issue(place.store, { name: 'revoked by its name', tenantId: tenants.first })
      await using _frozen = await setFrozen(tenantId)
      const write = ({ ...allowed, ...alwaysAllowed } as Record<string, Write>)[name] as Write
      expect(frozenIn((await write(place.store, place.tokenId)) ?? {})).toBeNull()
    })

    test('what an import would not change is no change', async () => {
      const { name = '' } = (await place.store.findTenant(tenants.first)) ?? {}
      await using _frozen = await setFrozen(tenantId)
      expect(await place.store.putTenants([{ tenantId: tenants.first, name }])).toMatchObject({ unchanged: 1 })
    })

    test('an operator token revokes another one', async () => {
      const tokenId = await issue(place.store, { tenantId: tenants.first })
      await using _frozen = await setFrozen(tenantId)
      const request = { tokenId, seenBy: null, reason: 'stolen', ...actors(place.tokenId) }
      expect(await place.store.revokeSeenToken(request)).toMatchObject({ kind: 'changed' })
    })

    test('an operator token disables another one, which is not enabled before the thaw', async () => {
      const tokenId = await issue(place.store, { tenantId: tenants.first })
      const change = (version: number, isDisabled: boolean) =>
        place.store.switchToken({ tokenId, seenBy: null, version, isDisabled, ...actors(place.tokenId) })
      {
        await using _frozen = await setFrozen(tenantId)
        expect(await change(1, true)).toMatchObject({ kind: 'changed' })
        expect(await change(2, false)).toMatchObject({ kind: 'refused', failure: { code: 'Frozen' } })
      }
      expect(await change(2, false), 'control').toMatchObject({ kind: 'changed', token: { disabledAt: null } })
    })

    test('a rotation that was accepted before fails in its activation, and the active keys stay', async () => {
      const other = await place.anotherStore()
      const intent = intentOf(place.tokenId)
      const { version, custodian } = await begin(place.store, intent)
      await accept(place.store, intent)
      const completion = completionOf(intent, { version, expectedVersion: custodian.credentialVersion })
      expect(await place.store.listFreezes(null), 'a check before the activation finds nothing').toEqual([])
      {
        const credentials = await place.data.truth.read('credentials')
        await other.freeze({ tenantId, reason: 'stolen laptop', ...by('alice') })
        const completed = await place.store.completeRotation(completion)
        expect(completed).toMatchObject({ error: { code: 'Frozen', rotationId: intent.rotationId } })
        expect(completed).toMatchObject({ error: { info: ['reason=frozen', expect.anything(), 'why: stolen laptop'] } })
        expect(await place.data.truth.read('credentials')).toEqual(credentials)
        await other.thaw({ tenantId, reason: 'found', ...by() })
      }
      expect(codeOf(await place.store.completeRotation(completion)), 'control: the freeze stood against it').toBeNull()
      await other.close()
    })
  })

  test('tokens of a disabled tenant are neither created nor changed', async () => {
    const created = await place.store.createItem({ ...tenantKey(newId()), values: { name: 'D' }, ...by() })
    const tenantId = created.ok ? created.value.id : id(0)
    const tokenId = await issue(place.store, { tenantId })
    await place.store.switchItem({ ...tenantKey(tenantId), version: 1, isDisabled: true, ...by() })
    const refused = { kind: 'refused', failure: { code: 'Disabled' } }
    const wanted = tokenOf({ name: `T ${newId()}`, tenantId })
    expect(await place.store.createToken(wanted)).toMatchObject(refused)
    expect(await place.store.grantToken({ ...wanted, ...actors(place.tokenId) })).toMatchObject(refused)
    const change = { tokenId, seenBy: null, version: 1, expiresAt: Date.now() + 60_000, ...actors(place.tokenId) }
    expect(await place.store.changeToken(change)).toMatchObject(refused)
    await place.store.switchItem({ ...tenantKey(tenantId), version: 2, isDisabled: false, ...by() })
    expect(await place.store.createToken(wanted), 'control').toMatchObject({ kind: 'created' })
    expect(await place.store.changeToken(change), 'control').toMatchObject({ kind: 'changed' })
  })

  test('whichever comes first of a freeze and an activation, through two stores, no keys become active in the freeze', async () => {
    const other = await place.anotherStore()
    const seen = new Set<string | null>()
    for (let round = 0; round < 12; round += 1) {
      const intent = intentOf(place.tokenId)
      const { version, custodian } = await begin(place.store, intent)
      await accept(place.store, intent)
      const completion = completionOf(intent, { version, expectedVersion: custodian.credentialVersion })
      const complete = () => place.store.completeRotation(completion)
      const freeze = () => other.freeze({ tenantId: tenants.first, reason: 'race', ...by() })
      const [completed] =
        round % 2 ? await Promise.all([complete(), freeze()]) : (await Promise.all([freeze(), complete()])).toReversed()
      seen.add(codeOf(completed as never))
      await place.store.endRotation(endOf(intent.rotationId, { outcome: 'failed', verdict: null, refusedBy: null }))
      await other.thaw({ tenantId: tenants.first, reason: 'raced', ...by() })
      expect(await brokenInvariants(place.data.truth)).toEqual([])
    }
    for (const code of seen) expect([null, 'Frozen']).toContain(code)
    await other.close()
  })
})
