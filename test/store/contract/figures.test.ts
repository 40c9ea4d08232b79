import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RefusedBy } from '../../../server/store/rotation-writes.ts'
import type { Store } from '../../../server/store/store.ts'
import { temporaryFolder } from '../../harness/temporary-folder.ts'
import { engines } from '../engines.ts'
import { by, checkOf, type Installation, install, issue, sessionOf } from './installation.ts'

const hour = 3_600_000

const figuresOf = (store: Store) => store.figures({ at: Date.now(), expiringWithin: 24 * hour })

/** Offers a key, which is refused. */
async function refuse({ store, tokenId }: Installation, keyFingerprint: Uint8Array, refusedBy: RefusedBy) {
  const intent = checkOf(tokenId, { keyFingerprint })
  await store.beginCheck(intent)
  await store.endCheck({ checkId: intent.checkId, verdict: 'wrong-credentials', reason: '', refusedBy, ...by() })
}

describe.each(engines)('figures for monitoring on $name', (engine) => {
  test('tokens count as valid, as expiring and as expired; revoked ones do not count', async () => {
    await using place = await install(engine)
    const { tokens: before } = await figuresOf(place.store)
    await issue(place.store, { expiresAt: Date.now() + 48 * hour })
    await issue(place.store, { at: Date.now() - 48 * hour, expiresAt: Date.now() + hour })
    await issue(place.store, { expiresAt: Date.now() + hour }) // made for an hour
    await issue(place.store, { expiresAt: Date.now() - hour })
    const revoked = await issue(place.store, { expiresAt: Date.now() + 48 * hour })
    await place.store.revokeTokens({ tokens: [{ tokenId: revoked, reason: '' }], ...by() })
    const { tokens } = await figuresOf(place.store)
    expect({
      valid: tokens.valid - before.valid,
      expiring: tokens.expiring - before.expiring,
      expired: tokens.expired - before.expired,
    }).toEqual({ valid: 3, expiring: 1, expired: 1 })
  })

  test('sessions are meant to end, so they count as valid alone', async () => {
    await using place = await install(engine)
    const { tokens: before } = await figuresOf(place.store)
    const made = Date.now() - 48 * hour
    await place.store.startSession({ ...sessionOf(null, 'open'), at: made, expiresAt: Date.now() + hour })
    await place.store.startSession({ ...sessionOf(null, 'ended'), at: made, expiresAt: Date.now() - hour })
    const { tokens } = await figuresOf(place.store)
    expect(tokens).toEqual({ ...before, valid: before.valid + 1 })
  })

  test('the budget use is that of the key and of the token that used most of theirs', async () => {
    await using place = await install(engine)
    const use = async () => (await figuresOf(place.store)).attemptBudgetUse
    expect(await use()).toEqual({ key: 0, token: 0 })
    const key = randomBytes(32)
    await refuse(place, key, 'provider')
    await refuse(place, key, 'provider')
    await refuse(place, randomBytes(32), 'provider')
    expect(await use()).toEqual({ key: 2 / 3, token: 3 / 30 })
    await refuse(place, randomBytes(32), 'local')
    expect(await use(), 'what a local rule refused is no use of a key').toEqual({ key: 2 / 3, token: 4 / 30 })
    await place.data.tamper.change('attempts', () => true, { at: Date.now() - 2 * hour })
    expect(await use(), 'after two hours').toEqual({ key: 0, token: 0 })
  })

  test('without a record of the audit there is no lag, although there is no anchor yet', async () => {
    await using folder = await temporaryFolder()
    const data = engine.dataOf(folder.path)
    const store = await data.open()
    try {
      expect(await data.truth.read('audit')).toEqual([])
      expect((await figuresOf(store)).anchorLag).toBe(0)
      await store.recordAudit({ kind: 'backup.created', ...by() })
      expect((await figuresOf(store)).anchorLag, 'control').not.toBeNull()
    } finally {
      await store.close()
    }
  })

  test('the lag of the anchor is the number of records that it does not name', async () => {
    await using place = await install(engine)
    const lag = async () => (await figuresOf(place.store)).anchorLag
    expect(await lag()).toBe(0)
    await place.data.tamper.damageAnchor()
    expect(await lag()).toBeNull()
  })

  test('reserve transactions are counted, and the newest one is known', async () => {
    await using place = await install(engine)
    const stored = await place.data.truth.read('transactions')
    const { reserveTransactions, newestReserveTransactionAt } = await figuresOf(place.store)
    expect(reserveTransactions).toBe(stored.length)
    expect(newestReserveTransactionAt).toBe(Math.max(...stored.map(({ at }) => at)))
    expect(stored.length, 'control: the seed has some').toBeGreaterThan(0)
  })
})
