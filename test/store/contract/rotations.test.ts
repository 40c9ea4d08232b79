import { describe, expect, test } from 'vitest'
import { StoreError } from '../../../server/store/store-error.ts'
import type { ProviderId } from '../../../shared/providers.ts'
import { custodians, id, tenants } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import {
  accept,
  begin,
  by,
  checkOf,
  codeOf,
  completionOf,
  copper,
  endOf,
  type Installation,
  install,
  intentOf,
  issue,
  newSeal,
  rotate,
} from './installation.ts'
import { brokenInvariants } from './invariants.ts'

/** A rotation that has begun on a custodian with one active version. */
async function begun(place: Installation) {
  await rotate(place.store, place.tokenId)
  const intent = intentOf(place.tokenId)
  return { intent, ...(await begin(place.store, intent)) }
}

/** The same, once the provider accepted its credentials. */
async function accepted(place: Installation) {
  const rotation = await begun(place)
  await accept(place.store, rotation.intent)
  return rotation
}

describe.each(engines)('rotations on $name', (engine) => {
  test('a rotation stores its intent, its stage, and then credentials, version, outcome and audit at once', async () => {
    await using place = await install(engine)
    const { store, tokenId, data } = place
    const intent = intentOf(tokenId)
    expect(await begin(store, intent)).toMatchObject({ current: null, version: 1, custodian: { credentialVersion: 0 } })
    expect(await data.truth.read('rotations')).toMatchObject([
      { rotationId: intent.rotationId, tokenId, operator: 'tester', stage: null, outcome: null, version: 0 },
    ])
    for (const stage of ['checked', 'sent', 'accepted'] as const) {
      await store.advanceRotation({ rotationId: intent.rotationId, stage })
      expect(await store.findRotation(custodians.copper, intent.rotationId)).toMatchObject({ stage })
    }
    const completion = completionOf(intent, { version: 1 })
    expect(await store.completeRotation(completion)).toMatchObject({ ok: true, value: { version: 1 } })
    expect(await data.truth.read('rotations')).toMatchObject([{ stage: 'stored', outcome: 'stored', verdict: 'valid' }])
    const { sealed } = completion
    const [stored] = await data.truth.read('credentials')
    expect(stored).toMatchObject({ custodianId: custodians.copper, version: 1, keyId: 'key', retiredAt: null })
    expect(Buffer.from(stored?.ciphertext ?? [])).toEqual(sealed.ciphertext)
    expect(Buffer.from(stored?.wrappedKey ?? [])).toEqual(sealed.wrappedKey)
    expect((await data.truth.read('audit')).slice(-2).map(({ kind }) => kind)).toEqual([
      'rotation.intended',
      'rotation.ended',
    ])
    expect(await brokenInvariants(data.truth)).toEqual([])
  })

  test('a rotation begins as sent if its keys were checked for the provider of the custodian, and otherwise without a stage', async () => {
    await using place = await install(engine)
    const { store, data, tokenId } = place
    const keyId = 'fp:12345678'
    const begunAs = async (checkedFor: ProviderId | null) => {
      const intent = intentOf(tokenId, { checkedFor, keyId })
      await begin(store, intent)
      const stored = await store.findRotation(custodians.copper, intent.rotationId)
      await store.endRotation(endOf(intent.rotationId, { outcome: 'failed', verdict: null, refusedBy: null }))
      return stored
    }
    expect(await begunAs('copper')).toMatchObject({ stage: 'sent', outcome: null, keyId })
    for (const checkedFor of ['fireblocks', null] as const)
      expect(await begunAs(checkedFor)).toMatchObject({ stage: null, outcome: null, keyId: null })
    expect(await brokenInvariants(data.truth)).toEqual([])
  })

  test('an activation that is refused leaves its rotation open, as one that the provider accepted', async () => {
    await using place = await install(engine)
    const { store, data, tokenId } = place
    const intent = intentOf(tokenId, { checkedFor: 'copper' })
    const { version } = await begin(store, intent)
    const keyId = '...4f2a fp:12345678'
    const refused = await store.completeRotation(completionOf(intent, { version }, { expectedVersion: 7 }))
    expect(codeOf(refused)).toBe('RotationInProgress')
    expect(await data.truth.read('rotations')).toMatchObject([{ stage: 'accepted', outcome: null }])
    expect(await data.truth.read('credentials')).toEqual([])
    expect(codeOf(await store.completeRotation(completionOf(intent, { version }, { keyId }))), 'control').toBeNull()
    expect(await store.findRotation(custodians.copper, intent.rotationId)).toMatchObject({ stage: 'stored' })
    expect(await brokenInvariants(data.truth)).toEqual([])
  })

  test('stages that are noted at once are stored in the order in which they were asked for', async () => {
    await using place = await install(engine)
    for (let round = 0; round < 5; round += 1) {
      const intent = intentOf(place.tokenId)
      const { rotationId } = intent
      await begin(place.store, intent)
      const stages = ['checked', 'sent', 'accepted'] as const
      await Promise.all(stages.map((stage) => place.store.advanceRotation({ rotationId, stage })))
      expect((await place.data.truth.read('rotations')).at(-1)).toMatchObject({ stage: 'accepted' })
      await place.store.endRotation(endOf(rotationId, { outcome: 'failed', verdict: null, refusedBy: null }))
    }
  })

  test('what was stored is there after the store is opened again, and the version before it is retired', async () => {
    await using place = await install(engine)
    const first = await rotate(place.store, place.tokenId)
    const second = await rotate(place.store, place.tokenId)
    const store = await place.reopen()
    expect(await store.findCustodian(copper)).toMatchObject({ credentialVersion: 2 })
    expect(await store.findCustodian({ ...copper, tenantId: tenants.second }), 'of another tenant').toBeNull()
    const found = await store.findCredentials(copper)
    expect(found).toMatchObject({
      custodian: { credentialVersion: 2, providerAccount: 'account' },
      current: { version: 2 },
    })
    expect(Buffer.from(found?.current?.sealed.ciphertext ?? [])).toEqual(second.sealed.ciphertext)
    const stored = await place.data.truth.read('credentials')
    expect(stored.map(({ version, retiredAt }) => [version, retiredAt === null])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(Buffer.from(stored[0]?.ciphertext ?? [])).toEqual(first.sealed.ciphertext)
  })

  test('rotations are in the order of their IDs: one whose ID is before that of another one begins nothing', async () => {
    await using place = await install(engine)
    const { store, tokenId, data } = place
    const early = intentOf(tokenId)
    const late = intentOf(tokenId)
    const { version, custodian } = await begin(store, late)
    expect(codeOf(await store.beginRotation(early)), 'while it is open').toBe('RotationInProgress')
    await accept(store, late)
    await store.completeRotation(completionOf(late, { version, expectedVersion: custodian.credentialVersion }))
    const before = await data.truth.everything()
    const overtaken = { ok: true, value: { kind: 'overtaken', by: late.rotationId } }
    expect(await store.beginRotation(early)).toMatchObject(overtaken)
    expect(await data.truth.everything()).toEqual(before)
    expect(await store.beginRotation(intentOf(tokenId)), 'control').toMatchObject({ value: { kind: 'begun' } })
    const other = intentOf(tokenId, { rotationId: early.rotationId, custodianId: custodians.fireblocks })
    expect(await store.beginRotation(other), 'of another custodian').toMatchObject({ value: { kind: 'begun' } })
  })

  test('a custodian has one open rotation, whichever of two servers many begin at', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const stores = [place.store, other.store]
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        (stores[at % 2] as typeof place.store).beginRotation(intentOf(place.tokenId)),
      ),
    )
    expect(results.map(codeOf).sort()).toEqual([...Array(19).fill('RotationInProgress'), null])
    expect((await place.data.truth.read('rotations')).filter(({ outcome }) => outcome === null)).toHaveLength(1)
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('rotations of different custodians run at once on two servers', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const own = Object.values(custodians)
    const settings = own.map((custodianId, at) => ({ custodianId, tenantId: at < 2 ? tenants.first : tenants.second }))
    await Promise.all(
      Array.from({ length: 5 }).map(async (_, at) => {
        const store = at % 2 ? other.store : place.store
        for (const setting of settings.slice(at, at + 1))
          for (let n = 0; n < 4; n += 1) await rotate(store, place.tokenId, setting)
      }),
    )
    expect((await place.data.truth.read('custodians')).map(({ version }) => version)).toEqual([4, 4, 4, 4])
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('a custodian that is not there, or is of another tenant, begins nothing and leaves no trace', async () => {
    await using place = await install(engine)
    const { store, tokenId, data } = place
    const before = await data.truth.everything()
    for (const target of [{ custodianId: id(999) }, { tenantId: tenants.second }]) {
      expect(codeOf(await store.beginRotation(intentOf(tokenId, target)))).toBe('NotFound')
      expect(codeOf(await store.beginCheck(checkOf(tokenId, target)))).toBe('NotFound')
    }
    expect(await data.truth.everything()).toEqual(before)
  })

  test.each(['refused', 'failed', 'voided', 'unchanged'] as const)(
    'a rotation that ends as %s keeps the active credentials, and ends once',
    async (outcome) => {
      await using place = await install(engine)
      const { store, data } = place
      const { intent } = outcome === 'refused' ? await begun(place) : await accepted(place)
      const credentials = await data.truth.read('credentials')
      const end = endOf(intent.rotationId, { outcome, verdict: null, refusedBy: null, answer: null })
      expect(await store.endRotation(end)).toBe(true)
      expect(await store.endRotation({ ...end, outcome: 'failed' })).toBe(false)
      expect((await data.truth.read('rotations')).at(-1)).toMatchObject({ outcome, reason: end.reason })
      expect(await data.truth.read('credentials')).toEqual(credentials)
      expect(await brokenInvariants(data.truth)).toEqual([])
      await rotate(store, place.tokenId)
      expect(await brokenInvariants(data.truth), 'after the next rotation').toEqual([])
    },
  )

  test('a request cannot end its rotation as interrupted', async () => {
    await using place = await install(engine)
    const { store, data } = place
    const { intent } = await accepted(place)
    const end = endOf(intent.rotationId, { outcome: 'interrupted', verdict: null, refusedBy: null, answer: null })
    await expect(store.endRotation(end)).rejects.toThrow(StoreError)
    expect((await data.truth.read('rotations')).at(-1)).toMatchObject({ outcome: null })
  })

  test.each([
    ['another version than the expected one', { expectedVersion: 0 }],
    ['another provider account than the custodian has', { providerAccount: 'another account' }],
  ])('an activation that meets %s changes nothing, and the rotation stays open', async (_what, settings) => {
    await using place = await install(engine)
    const { store, data } = place
    const { intent, version } = await accepted(place)
    const before = await data.truth.everything()
    expect(codeOf(await store.completeRotation(completionOf(intent, { version }, settings)))).toBe('RotationInProgress')
    expect(await data.truth.everything()).toEqual(before)
    expect(codeOf(await store.completeRotation(completionOf(intent, { version }))), 'control').toBeNull()
    expect(await brokenInvariants(data.truth)).toEqual([])
  })

  test('a rotation that has ended can neither be completed nor change anything', async () => {
    await using place = await install(engine)
    const { store, data } = place
    const { intent, version } = await begun(place)
    await store.endRotation(endOf(intent.rotationId))
    const before = await data.truth.everything()
    const outcome = await store.completeRotation(completionOf(intent, { version })).then(
      ({ ok }) => ok,
      () => false,
    )
    expect(outcome).toBe(false)
    expect(await data.truth.everything()).toEqual(before)
  })

  test.each([
    ['was revoked', 'token-revoked', ({ store }: Installation, token: string) => store.revokeToken({ token, ...by() })],
    [
      'expired',
      'token-expired',
      ({ data }: Installation, token: string) =>
        data.tamper.change('tokens', ({ tokenId }) => tokenId === token, { expiresAt: Date.now() - 1 }),
    ],
    [
      'lost the permission',
      'permission-removed',
      ({ data }: Installation, token: string) =>
        data.tamper.change('tokens', ({ tokenId }) => tokenId === token, { permissions: ['custodians:read'] }),
    ],
  ])('an activation whose token %s since the rotation began stores nothing', async (_what, reason, take) => {
    await using place = await install(engine)
    const { store, data } = place
    const tokenId = await issue(store)
    const intent = intentOf(tokenId)
    const { version } = await begin(store, intent)
    await accept(store, intent)
    await take(place, tokenId)
    const before = await data.truth.everything()
    const refused = await store.completeRotation(completionOf(intent, { version }))
    expect(codeOf(refused)).toBe('Forbidden')
    expect(JSON.stringify(refused)).toContain(`reason=${reason}`)
    expect(await data.truth.everything()).toEqual(before)
    const other = completionOf({ ...intent, tokenId: place.tokenId }, { version })
    expect(codeOf(await store.completeRotation(other)), 'control: a token that is valid').toBeNull()
  })

  test('an activation that the engine fails in the middle leaves the old credentials whole and the rotation open', async () => {
    await using place = await install(engine)
    const { store, data } = place
    const { intent, version } = await accepted(place)
    const before = await data.truth.everything()
    const planted = await data.tamper.failActivation('planted fault')
    await expect(store.completeRotation(completionOf(intent, { version }))).rejects.toThrow('planted fault')
    expect(await data.truth.everything()).toEqual(before)
    expect(await store.findRotation(custodians.copper, intent.rotationId)).toMatchObject({ outcome: null })
    await planted.undo()
    expect(codeOf(await store.completeRotation(completionOf(intent, { version }))), 'control').toBeNull()
    expect(await brokenInvariants(data.truth)).toEqual([])
  })

  test('what a stopped server left open is ended as interrupted, with an audit record each', async () => {
    await using place = await install(engine)
    const { tokenId, data } = place
    {
      await using other = await data.otherServer()
      await begin(other.store, intentOf(tokenId))
      await other.store.beginCheck(checkOf(tokenId))
      await other.kill()
    }
    const store = await place.reopen()
    expect(await store.endInterrupted(by())).toBe(2)
    expect(await store.endInterrupted(by()), 'nothing is left').toBe(0)
    expect(await data.truth.read('rotations')).toMatchObject([{ outcome: 'interrupted' }])
    expect(await data.truth.read('checks')).toEqual([])
    expect(await data.truth.read('attempts')).toEqual([])
    expect(await brokenInvariants(data.truth)).toEqual([])
  })

  test('a custodian names the key that the active one replaced, however many rotations were refused since', async () => {
    await using place = await install(engine)
    const { store, tokenId } = place
    const keysOf = async () => {
      const found = (await store.listCustodians(null)).find((custodian) => custodian.id === custodians.copper)
      return [found?.keyId, found?.previousKeyId]
    }
    const seen = [await keysOf()]
    for (const keyId of ['fp:11111111', 'fp:22222222', 'fp:33333333']) {
      const intent = intentOf(tokenId, { keyId, checkedFor: 'copper' })
      const { version } = await begin(store, intent)
      await store.completeRotation(completionOf(intent, { version }, { keyId }))
      seen.push(await keysOf())
    }
    expect(seen).toEqual([
      [null, null],
      ['fp:11111111', null],
      ['fp:22222222', 'fp:11111111'],
      ['fp:33333333', 'fp:22222222'],
    ])
    for (let refused = 0; refused < 6; refused += 1) {
      const intent = intentOf(tokenId, { keyId: 'fp:44444444', checkedFor: 'copper' })
      await begin(store, intent)
      await store.endRotation(endOf(intent.rotationId))
    }
    expect(await keysOf()).toEqual(['fp:33333333', 'fp:22222222'])
    const others = (await store.listCustodians(null)).filter((custodian) => custodian.id !== custodians.copper)
    expect(others.map(({ previousKeyId }) => previousKeyId)).toEqual(others.map(() => null))
  })

  test('a check stores its intent and its end, and what it found of the active credentials', async () => {
    await using place = await install(engine)
    const { store, tokenId, data } = place
    await rotate(store, tokenId)
    const intent = checkOf(tokenId, { kind: 'check', version: 1 })
    expect(codeOf(await store.beginCheck(intent))).toBeNull()
    expect(await data.truth.read('checks')).toMatchObject([{ checkId: intent.checkId, kind: 'check', version: 1 }])
    const end = { checkId: intent.checkId, verdict: 'wrong-credentials' as const, reason: '', refusedBy: null, ...by() }
    await store.endCheck(end)
    await store.endCheck(end)
    expect(await data.truth.read('checks')).toEqual([])
    expect(await store.listCustodians(tenants.first)).toContainEqual(
      expect.objectContaining({ id: custodians.copper, state: 'rejected' }),
    )
    expect(await brokenInvariants(data.truth), 'an end that comes twice is audited once').toEqual([])
  })

  test('what a check found of credentials that were replaced meanwhile says nothing of the new ones', async () => {
    await using place = await install(engine)
    const { store, tokenId, data } = place
    await rotate(store, tokenId)
    const intent = checkOf(tokenId, { kind: 'check', version: 1 })
    await store.beginCheck(intent)
    await rotate(store, tokenId)
    await store.endCheck({
      checkId: intent.checkId,
      verdict: 'wrong-credentials',
      reason: '',
      refusedBy: null,
      ...by(),
    })
    expect(
      (await data.truth.read('custodians')).find(({ custodianId }) => custodianId === custodians.copper),
    ).toMatchObject({ version: 2, lastCheck: 'valid' })
  })

  test('sealed credentials are wrapped by another key only where they are still as they were read', async () => {
    await using place = await install(engine)
    const { store, tokenId, data } = place
    await rotate(store, tokenId)
    await rotate(store, tokenId, { custodianId: custodians.fireblocks })
    const read = await store.listCredentialsNotUnder('new key', 10)
    expect(read).toHaveLength(2)
    expect(await store.listCredentialsNotUnder('key', 10)).toEqual([])
    const [one, two] = read.map((credentials) => ({
      ...credentials,
      sealed: { ...credentials.sealed, keyId: 'new key', wrappedKey: newSeal().wrappedKey },
    }))
    if (!one || !two) throw new Error('there are two')
    await store.rewrapCredentials([one, { ...two, sealed: { ...two.sealed, ciphertext: newSeal().ciphertext } }])
    expect((await data.truth.read('credentials')).map(({ keyId }) => keyId).sort()).toEqual(['key', 'new key'])
    expect(await store.countCredentialsByKey()).toEqual(
      expect.arrayContaining([
        { keyId: 'key', pairs: 1 },
        { keyId: 'new key', pairs: 1 },
      ]),
    )
  })
})
