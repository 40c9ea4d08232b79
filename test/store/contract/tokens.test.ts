import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, install, issue, tokenOf } from './installation.ts'

describe.each(engines)('operator tokens on $name', (engine) => {
  test('a token is found by its hash with all that it may do, also after the store is opened again', async () => {
    await using place = await install(engine)
    const wanted = tokenOf({
      name: 'ada',
      permissions: ['audit:read', 'wallets:read'],
      tenantId: tenants.first,
      allowedFrom: ['192.0.2.0/24', '2001:db8::/32'],
    })
    const tokenId = await issue(place.store, wanted)
    const expected = {
      tokenId,
      name: 'ada',
      permissions: ['audit:read', 'wallets:read'],
      tenantId: tenants.first,
      allowedFrom: ['192.0.2.0/24', '2001:db8::/32'],
      createdAt: wanted.at,
      expiresAt: wanted.expiresAt,
      revokedAt: null,
    }
    expect(await place.store.findToken(wanted.hash)).toEqual(expected)
    const store = await place.reopen()
    expect(await store.findToken(wanted.hash)).toEqual(expected)
    expect(await store.listTokens()).toContainEqual(expected)
    expect(await store.findToken(tokenOf().hash), 'the hash of no token').toBeNull()
    const [fact] = (await place.data.truth.read('tokens')).filter(({ name }) => name === 'ada')
    expect(Buffer.from(fact?.hash ?? [])).toEqual(wanted.hash)
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
    const writes = [
      () => issue(store, { name: 'one' }),
      () => issue(other.store, { name: 'two' }),
      () => store.revokeToken({ token: 'one', ...by() }),
      () => other.store.revokeToken({ token: 'two', ...by() }),
    ]
    for (const write of writes) {
      const before = store.tokensVersion()
      await write()
      await nextTurn()
      expect(store.tokensVersion()).not.toBe(before)
    }
    const before = store.tokensVersion()
    await other.store.recordAudit({ kind: 'data.imported', actor: 'tester', at: 1 })
    await nextTurn()
    expect(store.tokensVersion()).toBe(before)
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
