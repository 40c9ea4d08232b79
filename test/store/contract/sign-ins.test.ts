import { describe, expect, test } from 'vitest'
import { failureOfCode } from '../../../shared/failure.ts'
import { tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { accountOf, by, install, issue, sessionOf, signInOf } from './installation.ts'

const accepted = '{"kind":"accepted"}'

describe.each(engines)('sign-ins on $name', (engine) => {
  test('a sign-in that is begun on one server is settled on another, and redeemed once', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const { id, at } = signInOf('one')
    expect(await place.store.openSignIn(signInOf('one'))).toBe(true)
    expect(await other.store.findSignIn(id)).toMatchObject({ outcome: null, challenge: expect.any(Uint8Array) })
    expect(await other.store.settleSignIn({ id, at, outcome: accepted })).toBe(true)
    const sessions = await Promise.all([
      place.store.startSession(sessionOf('one', 'erin, session 1')),
      other.store.startSession(sessionOf('one', 'erin, session 2')),
    ])
    expect(sessions.map(({ kind }) => kind).sort()).toEqual(['created', 'refused'])
    expect(sessions.find(({ kind }) => kind === 'refused')).toMatchObject({ failure: { code: 'NotFound' } })
    expect(await place.store.findSignIn(id), 'redeemed').toBeNull()
  })

  test('a sign-in comes to one thing only, and to nothing before it is begun or after it expired', async () => {
    await using place = await install(engine)
    const { store } = place
    const begun = signInOf('two')
    const { id, at, expiresAt } = begun
    expect(await store.settleSignIn({ id, at, outcome: accepted }), 'not begun').toBe(false)
    await store.openSignIn(begun)
    expect(await store.startSession(sessionOf('two', 'erin, session 1')), 'not settled').toMatchObject({
      kind: 'refused',
    })
    expect(await store.settleSignIn({ id, at: expiresAt, outcome: accepted }), 'expired').toBe(false)
    expect(await store.settleSignIn({ id, at, outcome: accepted })).toBe(true)
    expect(await store.settleSignIn({ id, at, outcome: '{"kind":"refused"}' })).toBe(false)
    const late = { ...sessionOf('two', 'erin, session 1'), at: expiresAt }
    expect(await store.startSession(late), 'expired').toMatchObject({ kind: 'refused' })
    expect(await store.startSession(sessionOf('two', 'erin, session 1')), 'control').toMatchObject({ kind: 'created' })
  })

  test('sign-ins that expired are removed by the next one', async () => {
    await using place = await install(engine)
    const { store } = place
    await store.openSignIn({ ...signInOf('old'), expiresAt: 5 })
    await store.openSignIn(signInOf('new'))
    expect(await store.findSignIn(signInOf('old').id)).toBeNull()
    expect(await store.findSignIn(signInOf('new').id), 'control').not.toBeNull()
  })

  test('a session has its owner and origin, and its record names it', async () => {
    await using place = await install(engine)
    const { store } = place
    const session = sessionOf(null, 'erin, session 1')
    const created = await store.startSession(session)
    if (created.kind !== 'created') throw new Error(created.kind)
    expect(await store.findToken(session.hash)).toMatchObject({ owner: 'subject-1', origin: 'sign-in' })
    const [record] = (await store.listAudit({ limit: 1 }, null)).records
    expect(record).toMatchObject({
      kind: 'token.created',
      actor: 'erin, session 1',
      actorTokenId: created.tokenId,
      details: { owner: 'subject-1', origin: 'sign-in' },
    })
    expect(await store.startSession(sessionOf(null, 'erin, session 1'))).toMatchObject({ kind: 'name-taken' })
  })

  test('no administrator extends a session; one may shorten it', async () => {
    await using place = await install(engine)
    const { store, tokenId: actorTokenId } = place
    const session = sessionOf(null, 'erin, session 1')
    const created = await store.startSession(session)
    if (created.kind !== 'created') throw new Error(created.kind)
    const change = { tokenId: created.tokenId, seenBy: null, version: 1, actorTokenId, ...by() }
    expect(await store.changeToken({ ...change, expiresAt: session.expiresAt + 1 })).toMatchObject({
      kind: 'refused',
      failure: { code: 'Forbidden', info: ['tokenId: is the token of a session or of a service account'] },
    })
    expect(await store.changeToken({ ...change, owner: 'someone else' })).toMatchObject({ kind: 'refused' })
    expect(await store.changeToken({ ...change, expiresAt: session.expiresAt - 1 })).toMatchObject({ kind: 'changed' })
  })

  test('a service account has one token, which lasts as long as its JWTs and is replaced with its rights', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const first = accountOf('batch')
    const enrolled = await Promise.all(
      [place, other, place, other].map((each) => each.store.enrolServiceAccount(first)),
    )
    expect(new Set(enrolled.map((each) => JSON.stringify(each))).size).toBe(1)
    const { store } = place
    await store.enrolServiceAccount({ ...first, expiresAt: first.expiresAt + 1_000 })
    expect(await store.findToken(first.hash)).toMatchObject({ expiresAt: first.expiresAt + 1_000 })
    await store.enrolServiceAccount(first)
    expect(await store.findToken(first.hash), 'never shorter').toMatchObject({ expiresAt: first.expiresAt + 1_000 })
    const wider = accountOf('batch', { hash: signInOf('other rights').id, permissions: ['audit:read'] })
    expect(await store.enrolServiceAccount(wider)).toMatchObject({ kind: 'created' })
    expect(await store.findToken(first.hash)).toMatchObject({ revokedAt: expect.any(Number) })
    expect(await store.findToken(wider.hash)).toMatchObject({ revokedAt: null })
  })

  test('what a provider vouches for is meant to end: it counts neither as expiring nor as expired', async () => {
    await using place = await install(engine)
    const { store } = place
    const month = 30 * 86_400_000
    const figures = async (at: number) => (await store.figures({ at, expiringWithin: 14 * 86_400_000 })).tokens
    const before = await figures(Date.now())
    const account = accountOf('batch')
    await store.enrolServiceAccount(account)
    await store.enrolServiceAccount({ ...account, expiresAt: account.at + month })
    const { expiring } = await figures(account.at + month - 1_000)
    expect(expiring, 'a token that has been there for long').toBe(0)
    const { expired } = await figures(account.at + month + 1)
    await issue(store, { expiresAt: Date.now() + month })
    expect((await figures(account.at + month - 1_000)).expiring, 'control').toBe(1)
    expect((await figures(account.at + month + 1_000)).expired, 'control').toBe(expired + 1)
    expect(before.expiring).toBe(0)
  })

  test('a revoked service account comes back with a JWT of later alone', async () => {
    await using place = await install(engine)
    const { store } = place
    const account = accountOf('batch')
    await store.enrolServiceAccount(account)
    await store.revokeToken({ token: account.name, actor: 'tester', at: account.at + 10 })
    const refused = { kind: 'refused', failure: { code: 'Unauthenticated' } }
    expect(await store.enrolServiceAccount({ ...account, issuedAt: account.at + 10 })).toMatchObject(refused)
    const later = { ...account, issuedAt: account.at + 11 }
    expect(await store.enrolServiceAccount(later)).toMatchObject({ kind: 'created' })
    expect(await store.findToken(account.hash)).toMatchObject({ revokedAt: null, origin: 'service-account' })
    expect((await store.listTokens()).filter(({ owner }) => owner === 'batch')).toHaveLength(2)
  })

  test('no one is signed in for a tenant that is disabled or missing; a freeze keeps no one out', async () => {
    await using place = await install(engine)
    const { store } = place
    const missing = await store.startSession(sessionOf(null, 'a', '999' as typeof tenants.first))
    expect(missing).toMatchObject({ kind: 'refused', failure: { code: 'Forbidden' } })
    await store.freeze({ tenantId: null, reason: 'drill', ...by() })
    expect(await store.startSession(sessionOf(null, 'b', tenants.first))).toMatchObject({ kind: 'created' })
    await expect(issue(store), 'control: other tokens are refused').rejects.toThrow('refused')
    await store.thaw({ tenantId: null, reason: 'over', ...by() })
    const { version = 0 } = (await store.findTenant(tenants.first)) ?? {}
    await store.switchItem({ kind: 'tenant', id: tenants.first, seenBy: null, version, isDisabled: true, ...by() })
    expect(await store.startSession(sessionOf(null, 'c', tenants.first))).toMatchObject({
      kind: 'refused',
      failure: { code: failureOfCode('Disabled').code },
    })
  })
})
