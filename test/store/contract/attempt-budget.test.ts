import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RefusedBy } from '../../../server/store/rotation-writes.ts'
import { custodians } from '../../harness/seed.ts'
import { engines } from '../engines.ts'
import { begin, by, checkOf, codeOf, endOf, type Installation, install, intentOf, issue } from './installation.ts'

const minute = 60_000

/** Offers a key, which is refused. */
async function refuse({ store, tokenId }: Installation, keyFingerprint: Uint8Array, refusedBy: RefusedBy = 'provider') {
  const intent = checkOf(tokenId, { keyFingerprint })
  const begun = await store.beginCheck(intent)
  if (begun.ok)
    await store.endCheck({ checkId: intent.checkId, verdict: 'wrong-credentials', reason: '', refusedBy, ...by() })
  return codeOf(begun)
}

const ageAll = ({ data }: Installation, milliseconds: number) =>
  data.tamper.change('attempts', () => true, { at: Date.now() - milliseconds })

describe.each(engines)('attempt budgets on $name', (engine) => {
  test('a key that the provider refused 3 times in 10 minutes is offered no more, by a rotation either', async () => {
    await using place = await install(engine)
    const key = randomBytes(32)
    for (let times = 0; times < 3; times += 1) expect(await refuse(place, key)).toBeNull()
    const before = await place.data.truth.everything()
    expect(await refuse(place, key)).toBe('TooManyRequests')
    expect(codeOf(await place.store.beginRotation(intentOf(place.tokenId, { keyFingerprint: key })))).toBe(
      'TooManyRequests',
    )
    expect(await place.data.truth.everything()).toEqual(before)
    expect(await refuse(place, randomBytes(32)), 'control: another key').toBeNull()
    await ageAll(place, 10 * minute + 1_000)
    expect(await refuse(place, key), 'after 10 minutes').toBeNull()
  })

  test('the budget is that of the key at one custodian', async () => {
    await using place = await install(engine)
    const key = randomBytes(32)
    for (let times = 0; times < 3; times += 1) await refuse(place, key)
    const elsewhere = checkOf(place.tokenId, { keyFingerprint: key, custodianId: custodians.fireblocks })
    expect(codeOf(await place.store.beginCheck(elsewhere))).toBeNull()
  })

  test('a key that the provider refused 10 times in an hour is offered no more', async () => {
    await using place = await install(engine)
    const key = randomBytes(32)
    for (let times = 0; times < 10; times += 1) {
      expect(await refuse(place, key)).toBeNull()
      await ageAll(place, 30 * minute)
    }
    expect(await refuse(place, key)).toBe('TooManyRequests')
    await ageAll(place, 60 * minute + 1_000)
    expect(await refuse(place, key), 'after an hour').toBeNull()
  })

  test('attempts that are open count, so that many at once on two servers do not pass the budget', async () => {
    await using place = await install(engine)
    await using other = await place.data.otherServer()
    const keyFingerprint = randomBytes(32)
    const codes = await Promise.all(
      Array.from({ length: 12 }, async (_, at) =>
        codeOf(await (at % 2 ? other.store : place.store).beginCheck(checkOf(place.tokenId, { keyFingerprint }))),
      ),
    )
    expect(codes.filter((code) => code === null)).toHaveLength(3)
    expect(await place.data.truth.read('attempts')).toHaveLength(3)
  })

  test('what a local rule refused counts for the token and not for the key', async () => {
    await using place = await install(engine)
    const key = randomBytes(32)
    for (let times = 0; times < 6; times += 1) expect(await refuse(place, key, 'local')).toBeNull()
    expect((await place.data.truth.read('attempts')).map(({ refused }) => refused)).toEqual(Array(6).fill(2))
  })

  test('a token with 30 refused keys in 10 minutes offers no more, and another token does', async () => {
    await using place = await install(engine)
    await place.data.tamper.add(
      'attempts',
      Array.from({ length: 30 }, (_, at) => ({
        attemptId: `planted ${at}`,
        custodianId: custodians.copper,
        tokenId: place.tokenId,
        keyFingerprint: randomBytes(32),
        at: Date.now() - minute,
        refused: 1,
      })),
    )
    expect(await refuse(place, randomBytes(32))).toBe('TooManyRequests')
    const tokenId = await issue(place.store)
    expect(codeOf(await place.store.beginCheck(checkOf(tokenId)))).toBeNull()
  })

  test('an attempt that nothing was said against is forgotten', async () => {
    await using place = await install(engine)
    const key = randomBytes(32)
    for (let times = 0; times < 5; times += 1) {
      const intent = intentOf(place.tokenId, { keyFingerprint: key })
      await begin(place.store, intent)
      await place.store.endRotation(endOf(intent.rotationId, { outcome: 'failed', refusedBy: null, answer: null }))
    }
    expect(await place.data.truth.read('attempts')).toEqual([])
  })
})
