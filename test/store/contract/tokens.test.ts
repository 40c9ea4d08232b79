import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { TokensWanted } from '../../../server/store/store.ts'
import type { Id } from '../../../shared/primitives.ts'
import { tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, install, issue, tokenOf } from './installation.ts'

describe.each(engines)('operator tokens on $name', (engine) => {
  test('a token is found by its hash with all that it may do, also after the store is opened again', async () => {
    await using place = await install(engine)
    const wanted = tokenOf({
      name: 'ada',
      owner: 'Ada Lovelace',
      permissions: ['audit:read', 'wallets:read'],
      tenantId: tenants.first,
      allowedFrom: ['192.0.2.0/24', '2001:db8::/32'],
    })
    const tokenId = await issue(place.store, wanted)
    const expected = {
      tokenId,
      name: 'ada',
      owner: 'Ada Lovelace',
      origin: null,
      permissions: ['audit:read', 'wallets:read'],
      tenantId: tenants.first,
      allowedFrom: ['192.0.2.0/24', '2001:db8::/32'],
      createdAt: wanted.at,
      expiresAt: wanted.expiresAt,
      revokedAt: null,
      disabledAt: null,
      version: 1,
    }
    const found = { ...expected, isTenantDisabled: false }
    expect(await place.store.findToken(wanted.hash)).toEqual(found)
    const store = await place.reopen()
    expect(await store.findToken(wanted.hash)).toEqual(found)
    expect(await store.listTokens()).toContainEqual({ ...expected, lastUsedAt: null, lastUsedFrom: null })
    expect(await store.findToken(tokenOf().hash), 'the hash of no token').toBeNull()
    const [fact] = (await place.data.truth.read('tokens')).filter(({ name }) => name === 'ada')
    expect(Buffer.from(fact?.hash ?? [])).toEqual(wanted.hash)
  })

  test('tokens are listed by ID as far as they are seen, by name, state and expiry', async () => {
    await using place = await install(engine)
    const at = Date.now()
    const first = await issue(place.store, { name: 'first', tenantId: tenants.first, expiresAt: at + 1_000 })
    const second = await issue(place.store, { name: 'second', tenantId: tenants.second })
    const revoked = await issue(place.store, { name: 'revoked', tenantId: tenants.second })
    await place.store.revokeToken({ token: revoked, ...by() })
    const disabled = await issue(place.store, { name: 'disabled', tenantId: tenants.second, expiresAt: at + 1_500 })
    await place.store.switchToken({ tokenId: disabled, seenBy: null, version: 1, isDisabled: true, ...by() })
    const idsOf = async (wanted: Partial<TokensWanted>, limit = 9) => {
      const page = await place.store.tokensPage({ seenBy: null, at, ...wanted }, { after: null, limit })
      return page.rows.map(({ tokenId }) => tokenId).filter((tokenId) => tokenId !== place.tokenId)
    }
    expect(await idsOf({})).toEqual([first, second, revoked, disabled])
    expect(await idsOf({ seenBy: tenants.second })).toEqual([second, revoked, disabled])
    expect(await idsOf({ seenBy: tenants.second, state: 'valid' })).toEqual([second])
    expect(await idsOf({ state: 'revoked' })).toEqual([revoked])
    expect(await idsOf({ state: 'disabled' })).toEqual([disabled])
    expect(await idsOf({ state: 'expired', at: at + 2_000 })).toEqual([first, disabled])
    expect(await idsOf({ name: 'second' })).toEqual([second])
    expect(await idsOf({ expiresBefore: at + 2_000, state: 'valid' })).toEqual([first])
    const page = await place.store.tokensPage({ seenBy: tenants.second, at }, { after: null, limit: 1 })
    const next = await place.store.tokensPage({ seenBy: tenants.second, at }, { after: page.next, limit: 2 })
    expect([page.rows[0]?.tokenId, next.rows[0]?.tokenId, next.next]).toEqual([second, revoked, null])
    expect(await place.store.findTokenById({ tokenId: first, seenBy: tenants.second })).toBeNull()
  })

  test('the names of valid tokens are unique, also where they only look alike', async () => {
    await using place = await install(engine)
    const first = await issue(place.store, { name: 'ada' })
    for (const name of ['ada', 'Ada', 'аdа'])
      expect(await place.store.createToken(tokenOf({ name }))).toMatchObject({
        kind: 'name-taken',
        by: { tokenId: first },
      })
    await place.store.revokeToken({ token: 'ada', ...by() })
    expect(await place.store.createToken(tokenOf({ name: 'ada' })), 'control: once it is revoked').toMatchObject({
      kind: 'created',
    })
  })

  test('of many tokens of one name that two servers create at once, one is created', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const kinds = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const store = at % 2 ? other.store : place.store
        return (await store.createToken(tokenOf({ name: 'night' }))).kind
      }),
    )
    expect(kinds.filter((kind) => kind === 'created')).toHaveLength(1)
    expect((await place.data.truth.read('tokens')).filter(({ name }) => name === 'night')).toHaveLength(1)
  })

  test('a token that replaces those of its name revokes them in the same commit', async () => {
    await using place = await install(engine)
    const first = await issue(place.store, { name: 'ada' })
    const second = await issue(place.store, { name: 'ada', replace: true })
    const stored = await place.data.truth.read('tokens')
    expect(stored.find(({ tokenId }) => tokenId === first)?.revokedAt).not.toBeNull()
    expect(stored.find(({ tokenId }) => tokenId === second)?.revokedAt).toBeNull()
    const [revoked, created] = (await place.data.truth.read('audit')).slice(-2)
    expect([revoked?.kind, created?.kind]).toEqual(['token.revoked', 'token.created'])
    expect(created?.commitStart).toBe(revoked?.sequence)
  })

  test('a token is revoked by its name or its id, once, and the next read of every server sees it', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const hashes = [tokenOf({ name: 'one' }), tokenOf({ name: 'two' })]
    await issue(place.store, hashes[0])
    const second = await issue(place.store, hashes[1])
    for (const { hash } of hashes) expect(await other.store.findToken(hash)).toMatchObject({ revokedAt: null })
    expect(await place.store.revokeToken({ token: 'one', ...by() })).toMatchObject([{ name: 'one' }])
    expect(await place.store.revokeToken({ token: second, ...by() })).toMatchObject([{ name: 'two' }])
    expect(await place.store.revokeToken({ token: second, ...by() }), 'a second time').toEqual([])
    for (const { hash } of hashes)
      expect(await other.store.findToken(hash)).toMatchObject({ revokedAt: expect.any(Number) })
  })

  test('the version of the tokens moves with every write of one, by any server, and with no other write', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const { store } = place
    const tokensVersion = async () => {
      await store.refresh()
      return store.tokensVersion()
    }
    const writes = [
      () => issue(store, { name: 'one' }),
      () => issue(other.store, { name: 'two' }),
      () => store.revokeToken({ token: 'one', ...by() }),
      () => other.store.revokeToken({ token: 'two', ...by() }),
    ]
    for (const write of writes) {
      const before = await tokensVersion()
      await write()
      await nextTurn()
      expect(await tokensVersion()).not.toBe(before)
    }
    const before = await tokensVersion()
    await other.store.recordAudit({ kind: 'data.imported', actor: 'tester', at: 1 })
    await nextTurn()
    expect(await tokensVersion()).toBe(before)
  })

  test('a disabled token keeps its name, says since when, and every server sees it at its next read', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const wanted = tokenOf({ name: 'ada', tenantId: tenants.first })
    const tokenId = await issue(place.store, wanted)
    const change = (version: number, isDisabled: boolean) =>
      place.store.switchToken({ tokenId, seenBy: null, version, isDisabled, ...by() })
    expect(await other.store.findToken(wanted.hash)).toMatchObject({ disabledAt: null, version: 1 })
    const disabled = await change(1, true)
    expect(disabled).toMatchObject({ kind: 'changed', token: { disabledAt: expect.any(Number), version: 2 } })
    expect(await other.store.findToken(wanted.hash)).toMatchObject({ disabledAt: expect.any(Number) })
    expect(await place.store.createToken(tokenOf({ name: 'ada' }))).toMatchObject({
      kind: 'name-taken',
      by: { tokenId },
    })
    expect(await change(1, false), 'another version').toMatchObject({ kind: 'stale', token: { version: 2 } })
    const stored = await place.data.truth.everything()
    expect(await change(2, true), 'again is no change').toEqual(disabled)
    expect(await place.data.truth.everything()).toEqual(stored)
    expect(await change(2, false)).toMatchObject({ kind: 'changed', token: { disabledAt: null, version: 3 } })
    expect(await other.store.findToken(wanted.hash)).toMatchObject({ disabledAt: null })
    const records = (await place.data.truth.read('audit')).slice(-2)
    expect(records.map(({ kind, tenantId, details }) => [kind, tenantId, JSON.parse(details)])).toEqual([
      ['token.disabled', tenants.first, { tokenId, name: 'ada' }],
      ['token.enabled', tenants.first, { tokenId, name: 'ada' }],
    ])
  })

  test('a token that was revoked or has expired is neither disabled nor enabled, and a disabled one is revoked', async () => {
    await using place = await install(engine)
    const change = (tokenId: Id, version: number, isDisabled: boolean) =>
      place.store.switchToken({ tokenId, seenBy: null, version, isDisabled, ...by() })
    const ended = { kind: 'refused', failure: { code: 'Disabled' } }
    const expired = await issue(place.store, { expiresAt: Date.now() - 1 })
    expect(await change(expired, 1, true)).toMatchObject(ended)
    const disabled = await issue(place.store)
    expect(await change(disabled, 1, true), 'control').toMatchObject({ kind: 'changed' })
    expect(await place.store.revokeToken({ token: disabled, ...by() })).toHaveLength(1)
    for (const isDisabled of [true, false]) expect(await change(disabled, 3, isDisabled)).toMatchObject(ended)
    const foreign = { tokenId: disabled, seenBy: tenants.second, version: 3, isDisabled: false, ...by() }
    expect(await place.store.switchToken(foreign)).toMatchObject({ failure: { code: 'NotFound' } })
  })

  test('several tokens are revoked in one commit, each with its reason; one that was revoked stays as it is', async () => {
    await using place = await install(engine)
    const ids = [await issue(place.store), await issue(place.store), await issue(place.store)]
    await place.store.revokeToken({ token: ids[0] as string, actor: 'tester', at: 1 })
    await place.store.revokeTokens({ tokens: ids.map((tokenId) => ({ tokenId, reason: 'restored' })), ...by() })
    const revoked = (await place.data.truth.read('tokens')).filter(({ tokenId }) => ids.some((id) => id === tokenId))
    expect(revoked.map(({ revokedAt }) => revokedAt === 1)).toEqual([true, false, false])
    expect(revoked.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
    const records = (await place.data.truth.read('audit')).filter(({ details }) => details.includes('restored'))
    expect(records).toHaveLength(2)
  })
})
