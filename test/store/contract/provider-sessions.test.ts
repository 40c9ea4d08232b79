import { describe, expect, test } from 'vitest'
import { engines } from '../engines.ts'
import { begin, by, endOf, type Installation, install, intentOf, issue, logoutOf, sessionOf } from './installation.ts'

/** Starts a session, and answers the hash of its token. */
async function start({ store }: Pick<Installation, 'store'>, settings: Partial<ReturnType<typeof sessionOf>> = {}) {
  const session = { ...sessionOf(null, `session ${crypto.randomUUID()}`), ...settings }
  const started = await store.startSession(session)
  if (started.kind !== 'created') throw new Error(JSON.stringify(started))
  return { ...session, tokenId: started.tokenId }
}

const isOpen = async ({ store }: Installation, { hash }: { readonly hash: Uint8Array }) =>
  (await store.findToken(hash))?.revokedAt === null

describe.each(engines)('a logout at the identity provider on $name', (engine) => {
  test('ends the session that it names, and no other of the same person', async () => {
    await using place = await install(engine)
    const { store } = place
    const one = await start(place, { providerSession: 'sid-1' })
    const other = await start(place, { providerSession: 'sid-2' })
    expect(await store.endProviderSessions(logoutOf('1', { providerSession: 'sid-1' }))).toBe(1)
    expect(await isOpen(place, one)).toBe(false)
    expect(await isOpen(place, other), 'control').toBe(true)
    const [record] = (await store.listAudit({ limit: 1 }, null)).records
    expect(record).toMatchObject({
      kind: 'token.revoked',
      actor: 'strongroom serve',
      details: { tokenId: one.tokenId, reason: 'provider-logout' },
    })
  })

  test('ends all sessions of a subject where it names none, and those whose session was not named', async () => {
    await using place = await install(engine)
    const { store } = place
    const unnamed = await start(place)
    const named = await start(place, { providerSession: 'sid-1' })
    const other = await start(place, { owner: 'subject-2' })
    expect(await store.endProviderSessions(logoutOf('1', { providerSession: 'sid-9' }))).toBe(1)
    expect(await Promise.all([unnamed, named].map((each) => isOpen(place, each)))).toEqual([false, true])
    expect(await store.endProviderSessions(logoutOf('2'))).toBe(1)
    expect(await isOpen(place, named)).toBe(false)
    expect(await isOpen(place, other), 'control').toBe(true)
  })

  test('counts once, at whichever server, and leaves tokens of administrators alone', async () => {
    await using place = await install(engine)
    await using second = await place.data.otherServer()
    await issue(place.store, { owner: 'subject-1' })
    await start(place)
    const logout = logoutOf('1')
    const ended = await Promise.all([place, second].map(({ store }) => store.endProviderSessions(logout)))
    expect(ended.sort()).toEqual([1, null])
    const again = await start(place)
    expect(await second.store.endProviderSessions(logout), 'a replay').toBeNull()
    expect(await isOpen(place, again)).toBe(true)
    expect((await place.store.listTokens()).filter(({ revokedAt }) => revokedAt !== null)).toHaveLength(1)
  })

  test('refuses a session of someone who was vouched for before it, and no later one', async () => {
    await using place = await install(engine)
    const { store } = place
    const at = Date.now()
    await store.endProviderSessions(logoutOf('1', { at }))
    const refused = { kind: 'refused', failure: { code: 'Forbidden' } }
    const before = { ...sessionOf(null, 'before'), vouchedAt: at - 1 }
    expect(await store.startSession(before)).toMatchObject(refused)
    expect(await store.startSession({ ...before, owner: 'subject-2' }), 'control').toMatchObject({ kind: 'created' })
    const after = { ...sessionOf(null, 'after'), vouchedAt: at + 1 }
    expect(await store.startSession(after)).toMatchObject({ kind: 'created' })
  })
})

describe.each(engines)('sessions that were never used on $name', (engine) => {
  test('are those that are valid, began before and were not presented', async () => {
    await using place = await install(engine)
    const { store } = place
    const at = Date.now()
    const longAgo = { at: at - 10_000 }
    const unused = [await start(place, longAgo), await start(place, { ...longAgo, expiresAt: at + 7_200_000 })]
    const used = await start(place, longAgo)
    await store.recordTokenUses([{ tokenId: used.tokenId, at, address: '::1' }])
    const revoked = await start(place, longAgo)
    await store.revokeTokens({ tokens: [{ tokenId: revoked.tokenId, reason: 'left' }], ...by() })
    await start(place, { ...longAgo, expiresAt: at })
    await start(place, { at: at - 5_000 })
    await issue(store, longAgo)
    const list = (limit = 10) => store.listUnusedSessions({ begunBefore: at - 5_000, at, limit })
    expect(await list()).toEqual(unused.map(({ tokenId }) => tokenId))
    expect(await list(1)).toEqual([unused[0]?.tokenId])
  })
})

const prune = ({ store }: Installation, { endedBefore = 1_000, limit = 100 } = {}) =>
  store.pruneSessions({ endedBefore, limit, ...by('strongroom serve') })

const old = { at: 1, expiresAt: 500 }

describe.each(engines)('removing ended sessions on $name', (engine) => {
  const tokenIdsOf = async ({ store }: Installation) => (await store.listTokens()).map(({ tokenId }) => tokenId)

  test('removes those that ended before, however they did, and the audit says how many', async () => {
    await using place = await install(engine)
    const { store } = place
    const expired = await start(place, old)
    const revoked = await start(place, { at: 1 })
    await store.revokeTokens({ tokens: [{ tokenId: revoked.tokenId, reason: 'left' }], actor: 'tester', at: 600 })
    await store.recordTokenUses([{ tokenId: expired.tokenId, at: 400, address: '::1' }])
    const young = await start(place, { at: 1, expiresAt: 1_001 })
    const open = await start(place)
    const ofAdministrator = await issue(store, { expiresAt: 500, at: 1 })
    await issue(store)
    expect(await tokenIdsOf(place), 'control').toEqual(expect.arrayContaining([expired.tokenId, revoked.tokenId]))
    expect(await prune(place, { limit: 1 })).toBe(1)
    expect(await prune(place)).toBe(1)
    const left = await tokenIdsOf(place)
    expect(left).toEqual(expect.arrayContaining([young.tokenId, open.tokenId, ofAdministrator]))
    expect(left).not.toContain(expired.tokenId)
    expect(left).not.toContain(revoked.tokenId)
    expect(await store.findToken(expired.hash)).toBeNull()
    const { records } = await store.listAudit({ kind: 'sessions.pruned', limit: 10 }, null)
    const details = { removed: '1', endedBefore: new Date(1_000).toISOString() }
    expect(records).toMatchObject([{ actor: 'strongroom serve', details }, { details }])
    expect(await prune(place), 'nothing is left').toBe(0)
    expect((await store.listAudit({ kind: 'sessions.pruned', limit: 10 }, null)).records).toHaveLength(2)
  })

  test('keeps a session that a rotation names, and its ID is given to no other token', async () => {
    await using place = await install(engine)
    const { store } = place
    const used = await start(place)
    const intent = intentOf(used.tokenId)
    await begin(store, intent)
    await store.endRotation(endOf(intent.rotationId))
    await store.revokeTokens({ tokens: [{ tokenId: used.tokenId, reason: 'left' }], actor: 'tester', at: 600 })
    const newest = await start(place, old)
    expect(await prune(place)).toBe(0)
    expect(await tokenIdsOf(place)).toEqual(expect.arrayContaining([used.tokenId, newest.tokenId]))
    const next = await issue(store)
    expect(BigInt(next)).toBeGreaterThan(BigInt(newest.tokenId))
    expect(await prune(place), 'control: it goes once it is not the newest').toBe(1)
    expect(BigInt(await issue(store))).toBeGreaterThan(BigInt(next))
  })
})
