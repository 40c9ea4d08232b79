import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { custodians } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { begin, by, endOf, expiry, type Installation, install, intentOf, rotate } from './installation.ts'

/** Later than any rotation of these tests ended. */
const everything = Date.UTC(2999, 0)

const prune = ({ store }: Installation, { endedBefore = everything, limit = 100 } = {}) =>
  store.pruneRotations({ endedBefore, limit, ...by('strongroom serve') })

const idsIn = async ({ data }: Installation) => (await data.truth.read('rotations')).map(({ rotationId }) => rotationId)

/** A rotation that the provider refused. */
async function refuse({ store, tokenId }: Installation, settings: Parameters<typeof intentOf>[1] = {}) {
  const intent = intentOf(tokenId, settings)
  await begin(store, intent)
  await store.endRotation(endOf(intent.rotationId))
  return intent.rotationId
}

const recordsOf = async ({ data }: Installation) =>
  (await data.truth.read('audit'))
    .filter(({ kind }) => kind === 'rotations.pruned')
    .map(({ actor, details }) => ({ actor, ...JSON.parse(details) }))

describe.each(engines)('removing old rotations on $name', (engine) => {
  test('the latest of a custodian and the latest that stored credentials stay; the audit says how many went', async () => {
    await using place = await install(engine)
    const { store, tokenId } = place
    const first = await rotate(store, tokenId)
    const second = await rotate(store, tokenId)
    const refused = await refuse(place)
    const latest = await refuse(place)
    const other = await refuse(place, { custodianId: custodians.fireblocks })
    expect(await idsIn(place), 'control').toEqual(expect.arrayContaining([first.rotationId, refused]))
    expect(await prune(place)).toBe(2)
    expect((await idsIn(place)).sort()).toEqual([second.rotationId, latest, other].sort())
    const endedBefore = new Date(everything).toISOString()
    expect(await recordsOf(place)).toEqual([{ actor: 'strongroom serve', removed: '2', endedBefore }])
    expect(await prune(place)).toBe(0)
    expect(await recordsOf(place), 'nothing happened').toHaveLength(1)
    await rotate(store, tokenId)
    expect(await store.findCredentials({ custodianId: custodians.copper, tenantId: null })).toMatchObject({
      current: { version: 3 },
    })
  })

  test('what is open or ended too late stays, and a call removes no more than it may', async () => {
    await using place = await install(engine)
    const { store, tokenId, data } = place
    const old = [await refuse(place), await refuse(place), await refuse(place)]
    const young = await refuse(place)
    const open = intentOf(tokenId)
    await begin(store, open)
    await data.tamper.change('rotations', ({ rotationId }) => old.includes(rotationId), { endedAt: 1_000 })
    expect(await prune(place, { endedBefore: 1_000 }), 'not before').toBe(0)
    expect(await prune(place, { endedBefore: 1_001, limit: 2 })).toBe(2)
    expect(await prune(place, { endedBefore: 1_001, limit: 2 })).toBe(1)
    expect((await idsIn(place)).sort()).toEqual([young, open.rotationId].sort())
    expect((await recordsOf(place)).map(({ removed }) => removed)).toEqual(['2', '1'])
  })

  test('one that an Idempotency-Key names stays as long as that is kept, and one that was retried as its retry', async () => {
    await using place = await install(engine)
    const { store, data, tokenId } = place
    const fingerprints = [{ keyId: 'key', digest: randomBytes(32) }]
    const named = intentOf(tokenId, { idempotency: { key: 'named', fingerprints, keptSince: 0 } })
    await begin(store, named)
    await store.endRotation(endOf(named.rotationId, { outcome: 'failed', answer: null }))
    const retry = intentOf(tokenId, { idempotency: { key: 'named', fingerprints, keptSince: 0 } })
    await begin(store, retry)
    await store.endRotation(endOf(retry.rotationId))
    const latest = await refuse(place)
    expect(
      (await data.truth.read('rotations')).find(({ rotationId }) => rotationId === retry.rotationId),
    ).toMatchObject({ retryOf: named.rotationId })
    expect(await prune(place)).toBe(0)
    await data.tamper.change('idempotencyRecords', () => true, { storedAt: 1 })
    await store.eraseExpired(expiry())
    expect(await prune(place)).toBe(1)
    expect((await idsIn(place)).sort()).toEqual([named.rotationId, latest].sort())
    expect(await prune(place)).toBe(1)
    expect(await idsIn(place)).toEqual([latest])
  })
})
