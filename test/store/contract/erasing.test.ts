import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { custodians } from '../../harness/seed.ts'
import type { StoredData } from '../engine.ts'
import { engines } from '../engines.ts'
import { begin, copper, day, endOf, expiry, type Installation, install, intentOf, rotate } from './installation.ts'

const hour = 60 * 60_000
const any = () => true

/** An installation with retired credentials, an idempotency record and a refused attempt, all of that age. */
async function agedBy(place: Installation, age: number): Promise<StoredData> {
  const { data, store, tokenId } = place
  await rotate(store, tokenId)
  await rotate(store, tokenId)
  const idempotency = { key: 'old', fingerprints: [{ keyId: 'key', digest: randomBytes(32) }], keptSince: 0 }
  const intent = intentOf(tokenId, { idempotency })
  await begin(store, intent)
  await store.endRotation(endOf(intent.rotationId))
  const at = Date.now() - age
  await data.tamper.change('credentials', ({ retiredAt }) => retiredAt !== null, { retiredAt: at })
  await data.tamper.change('idempotencyRecords', any, { storedAt: at })
  await data.tamper.change('attempts', any, { at })
  return data
}

describe.each(engines)('erasing on $name', (engine) => {
  test.each([
    ['less than an hour', hour - 60_000, { pairs: 0, idempotencyRecords: 0, attempts: 0 }],
    ['more than an hour', hour + 60_000, { pairs: 0, idempotencyRecords: 0, attempts: 1 }],
    ['less than a day', 24 * hour - 60_000, { pairs: 0, idempotencyRecords: 0, attempts: 1 }],
    ['more than a day', 24 * hour + 60_000, { pairs: 1, idempotencyRecords: 1, attempts: 1 }],
  ])('what has been kept for %s is erased by what it is', async (_what, age, erased) => {
    await using place = await install(engine)
    const data = await agedBy(place, age)
    expect(await place.store.eraseExpired(expiry())).toEqual(erased)
    expect(
      (await place.store.listAudit({ kind: 'idempotency-records.pruned', limit: 10 }, null)).records,
    ).toMatchObject(erased.idempotencyRecords > 0 ? [{ actor: 'tester', details: { removed: '1' } }] : [])
    expect(await data.truth.read('credentials')).toHaveLength(2 - erased.pairs)
    expect(await data.truth.read('idempotencyRecords')).toHaveLength(1 - erased.idempotencyRecords)
    expect(await data.truth.read('attempts')).toHaveLength(1 - erased.attempts)
    expect((await place.store.findCredentials(copper))?.current, 'the active ones stay').toMatchObject({ version: 2 })
  })

  test('idempotency records are kept for as long as configured, and credentials for a day all the same', async () => {
    await using place = await install(engine)
    const data = await agedBy(place, 2 * day)
    const kept = { ...expiry(), recordsKeptFor: 3 * day }
    expect(await place.store.eraseExpired(kept)).toMatchObject({ pairs: 1, idempotencyRecords: 0 })
    expect(await data.truth.read('idempotencyRecords')).toHaveLength(1)
    expect(await place.store.eraseExpired(expiry()), 'control').toMatchObject({ idempotencyRecords: 1 })
  })

  test('a custodian whose older versions were erased gets the next version all the same', async () => {
    await using place = await install(engine)
    await agedBy(place, 25 * hour)
    await place.store.eraseExpired(expiry())
    await rotate(place.store, place.tokenId)
    const stored = await place.data.truth.read('credentials')
    expect(stored.filter(({ custodianId }) => custodianId === custodians.copper).map(({ version }) => version)).toEqual(
      [2, 3],
    )
  })
})
