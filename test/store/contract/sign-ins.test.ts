import { describe, expect, test } from 'vitest'
import { failureOfCode } from '../../../shared/failure.ts'
import { tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { by, install, issue, sessionOf, signInOf } from './installation.ts'

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
      failure: { code: 'Forbidden', info: ['expiresAt: must not be later than it is'] },
    })
    expect(await store.changeToken({ ...change, expiresAt: session.expiresAt - 1 })).toMatchObject({ kind: 'changed' })
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
