import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '../engines.ts'
import {
  accept,
  begin,
  codeOf,
  completionOf,
  day,
  endOf,
  type Installation,
  install,
  intentOf,
  issue,
} from './installation.ts'
import { brokenInvariants } from './invariants.ts'

const fingerprint = (keyId = 'key', digest = randomBytes(32)) => ({ keyId, digest })

/** Intents of one request that is sent again and again. */
const requestOf = ({ tokenId }: Installation, key = 'night-1', prints = [fingerprint()]) => ({
  again: () => intentOf(tokenId, { idempotency: { key, fingerprints: prints, keptSince: Date.now() - day } }),
})

describe.each(engines)('idempotency records on $name', (engine) => {
  test('a stored rotation is answered from its record, after the store is opened again too', async () => {
    await using place = await install(engine)
    const request = requestOf(place)
    const intent = request.again()
    const { version } = await begin(place.store, intent)
    await accept(place.store, intent)
    await place.store.completeRotation(completionOf(intent, { version }, { answer: '{"kept":1}' }))
    const replay = { kind: 'replay', rotationId: intent.rotationId, answer: '{"kept":1}' }
    expect(await place.store.beginRotation(request.again())).toMatchObject({ ok: true, value: replay })
    const store = await place.reopen()
    expect(await store.beginRotation(request.again())).toMatchObject({ ok: true, value: replay })
    expect(await place.data.truth.read('rotations'), 'no other one was begun').toHaveLength(1)
  })

  test('a refusal is answered from its record; another request under its key is refused', async () => {
    await using place = await install(engine)
    const request = requestOf(place)
    const intent = request.again()
    await begin(place.store, intent)
    await place.store.endRotation(endOf(intent.rotationId, { answer: '{"kept":2}' }))
    expect(await place.store.beginRotation(request.again())).toMatchObject({ value: { answer: '{"kept":2}' } })
    const before = await place.data.truth.everything()
    expect(codeOf(await place.store.beginRotation(requestOf(place).again()))).toBe('IdempotencyMismatch')
    expect(await place.data.truth.everything()).toEqual(before)
  })

  test('a rotation that ended without a final answer runs again, and names the one that it retries', async () => {
    await using place = await install(engine)
    const request = requestOf(place)
    const first = request.again()
    const second = request.again()
    await begin(place.store, first)
    await place.store.endRotation(endOf(first.rotationId, { outcome: 'failed', refusedBy: null, answer: null }))
    await begin(place.store, second)
    expect(await place.data.truth.read('rotations')).toMatchObject([
      { rotationId: first.rotationId, retryOf: null, idempotencyKey: 'night-1' },
      { rotationId: second.rotationId, retryOf: first.rotationId, idempotencyKey: 'night-1' },
    ])
    expect(await brokenInvariants(place.data.truth)).toEqual([])
  })

  test('one key begins one rotation, whichever of two servers it reaches, and none while that one is open', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const request = requestOf(place)
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? other.store : place.store).beginRotation(request.again())),
    )
    expect(results.map(codeOf).sort()).toEqual([...Array(9).fill('RotationInProgress'), null])
  })

  test('the same key of another token stands for another request', async () => {
    await using place = await install(engine)
    const intent = requestOf(place).again()
    await begin(place.store, intent)
    await place.store.endRotation(endOf(intent.rotationId))
    const tokenId = await issue(place.store)
    await begin(place.store, requestOf({ ...place, tokenId }).again())
    expect(await place.data.truth.read('idempotencyRecords')).toHaveLength(2)
  })

  test('requests are compared under the key that the record names, and cannot be when that key is gone', async () => {
    await using place = await install(engine)
    const older = fingerprint('older')
    const newer = fingerprint('newer')
    const intent = requestOf(place, 'night-1', [older]).again()
    await begin(place.store, intent)
    await place.store.endRotation(endOf(intent.rotationId))
    expect(await place.store.beginRotation(requestOf(place, 'night-1', [newer, older]).again())).toMatchObject({
      value: { kind: 'replay' },
    })
    const gone = await place.store.beginRotation(requestOf(place, 'night-1', [newer]).again())
    expect(codeOf(gone)).toBe('IdempotencyMismatch')
    expect(JSON.stringify(gone)).toContain('reason=fingerprint-key-gone')
  })

  test('a key stands for its request for 24 hours', async () => {
    await using place = await install(engine)
    const intent = requestOf(place).again()
    await begin(place.store, intent)
    await place.store.endRotation(endOf(intent.rotationId))
    const age = (milliseconds: number) =>
      place.data.tamper.change('idempotencyRecords', () => true, { storedAt: Date.now() - milliseconds })
    await age(day - 60_000)
    expect(codeOf(await place.store.beginRotation(requestOf(place).again())), 'control').toBe('IdempotencyMismatch')
    await age(day + 60_000)
    expect(codeOf(await place.store.beginRotation(requestOf(place).again()))).toBeNull()
  })

  test('the rotations that a token began under a key are found by it, newest first', async () => {
    await using place = await install(engine)
    const request = requestOf(place)
    const intents = [request.again(), request.again()]
    for (const intent of intents) {
      await begin(place.store, intent)
      await place.store.endRotation(endOf(intent.rotationId, { outcome: 'failed', refusedBy: null, answer: null }))
    }
    const { custodianId, tokenId } = request.again()
    const begunBy = { tokenId, idempotencyKey: 'night-1' }
    const { rows } = await place.store.rotationsPage({ custodianId, begunBy }, { after: null, limit: 10 })
    expect(rows.map(({ rotationId }) => rotationId)).toEqual(intents.map(({ rotationId }) => rotationId).reverse())
    const others = { custodianId, begunBy: { ...begunBy, idempotencyKey: 'other' } }
    expect((await place.store.rotationsPage(others, { after: null, limit: 10 })).rows).toEqual([])
  })
})
