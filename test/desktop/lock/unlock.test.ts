import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { DeriveKey } from '../../../desktop/main/lock/passphrase.ts'
import type { UnlockKey } from '../../../desktop/main/lock/unlock.ts'
import { keychainProblem } from '../../../desktop/main/tokens/keychain-problems.ts'
import { createMemoryVault, type TokenVault } from '../../../desktop/main/tokens/token-vault.ts'
import { mintToken } from '../../../server/access/token-text.ts'
import { err } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import { leaksIn } from '../../faults/encodings.ts'
import { t } from '../harness/words.ts'
import { deriveQuickly, type LockScene, minute, setLockScene } from './lock-scene.ts'

const right = `right ${crypto.randomUUID()}`
const passphrase = (text: string): UnlockKey => ({ with: 'passphrase', passphrase: new Secret(text) })
const withToken = (token: Secret): UnlockKey => ({ with: 'token', token })
const button: UnlockKey = { with: 'button' }

/** Checks that last until they are released. */
function heldChecks() {
  const begun = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isHolding = false
  const deriveKey: DeriveKey = async (text, salt) => {
    if (isHolding) {
      begun.resolve()
      await released.promise
    }
    return deriveQuickly(text, salt)
  }
  return {
    deriveKey,
    begun: begun.promise,
    release: released.resolve,
    hold: () => {
      isHolding = true
    },
  }
}

test('without a passphrase only the operator token unlocks', async () => {
  const { lock, token, states } = await setLockScene()
  lock.lock('asked')
  for (const key of [button, passphrase(right), withToken(new Secret(mintToken())), withToken(new Secret(''))])
    expect(await lock.unlock(key)).toMatchObject({ ok: false, error: { code: 'NotUnlocked' } })
  expect(lock.isLocked()).toBe(true)
  expect(await lock.unlock(withToken(token))).toEqual({ ok: true, value: null })
  expect(states.at(-1)).toMatchObject({ isLocked: false, reason: null })
})

test.each([
  ['the local server, whose token is never shown', { id: 'any', kind: 'local' } as const],
  ['no profile', null],
  ['a profile without a token', { id: crypto.randomUUID(), kind: 'server' } as const],
])('without a passphrase a button unlocks %s', async (_, profile) => {
  const { lock } = await setLockScene({ parts: { profiles: () => [profile] } })
  lock.lock('idle')
  expect((await lock.unlock(button)).ok).toBe(true)
})

test('with a passphrase set, the passphrase or the token unlocks, and the button does not', async () => {
  const { lock, token } = await setLockScene()
  await lock.setPassphrase(new Secret(right))
  lock.lock('asked')
  expect(lock.state().hasPassphrase).toBe(true)
  expect((await lock.unlock(button)).ok).toBe(false)
  expect((await lock.unlock(passphrase(`${right} `))).ok).toBe(false)
  expect((await lock.unlock(passphrase(right))).ok).toBe(true)
  lock.lock('asked')
  expect((await lock.unlock(withToken(token))).ok).toBe(true)
})

test('a passphrase matches in any Unicode normalization of its accents', async () => {
  const { lock } = await setLockScene()
  await lock.setPassphrase(new Secret(`${right} é`))
  lock.lock('asked')
  expect((await lock.unlock(passphrase(`${right} e\u0301`))).ok).toBe(true)
})

test('from the third wrong passphrase on the next attempt has to wait, and a restart restarts the wait', async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  const waits: number[] = []
  for (const _ of Array(4)) {
    await desk.lock.unlock(passphrase('wrong'))
    waits.push(desk.lock.state().waitSeconds)
    desk.pass(desk.lock.state().waitSeconds * 1_000)
  }
  expect(waits).toEqual([0, 0, 2, 4])
  const again = await desk.restart()
  expect(again.lock.state()).toMatchObject({ isLocked: true, waitSeconds: 4 })
  again.clocks.wall += 3_600_000
  expect(await again.lock.unlock(passphrase(right))).toMatchObject({ ok: false, error: { retryAfterSeconds: 4 } })
  again.pass(4_000)
  expect((await again.lock.unlock(passphrase(right))).ok).toBe(true)
  again.lock.lock('asked')
  await again.lock.unlock(passphrase('wrong'))
  expect(again.lock.state().waitSeconds, 'forgotten after the right one').toBe(0)
})

/** Wrong passphrases, each once the wait before it has passed. */
async function tryWrongly({ lock, pass }: LockScene, times: number): Promise<void> {
  for (const _ of Array(times)) {
    pass(lock.state().waitSeconds * 1_000)
    expect((await lock.unlock(passphrase('wrong'))).ok).toBe(false)
  }
  pass(lock.state().waitSeconds * 1_000)
}

test('after ten wrong passphrases only the token unlocks, also after a restart, and then the passphrase does again', async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  await tryWrongly(desk, 9)
  expect(desk.lock.state().attemptsLeft).toBe(1)
  expect((await desk.lock.unlock(passphrase(right))).ok, 'the tenth may still be the right one').toBe(true)
  desk.lock.lock('idle')
  expect(desk.lock.state().attemptsLeft).toBe(10)

  await tryWrongly(desk, 10)
  const refused = { ok: false, error: { code: 'NotUnlocked', info: [t('lock:still.needsTokenNow')] } }
  expect(await desk.lock.unlock(passphrase(right))).toMatchObject(refused)
  const again = await desk.restart()
  again.pass(24 * 60 * minute)
  expect(again.lock.state()).toMatchObject({ isLocked: true, attemptsLeft: 0 })
  expect(await again.lock.unlock(passphrase(right))).toMatchObject(refused)
  expect((await again.lock.unlock(withToken(again.token))).ok).toBe(true)
  again.lock.lock('idle')
  expect(again.lock.state().attemptsLeft).toBe(10)
  expect((await again.lock.unlock(passphrase(right))).ok).toBe(true)
})

test('after ten wrong current passphrases an unlocked console takes no more of them', async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  for (const _ of Array(10)) {
    await desk.lock.setPassphrase(null, new Secret('wrong'))
    desk.pass(desk.lock.state().waitSeconds * 1_000)
  }
  const refused = { ok: false, error: { code: 'WrongPassphrase', info: [t('lock:still.needsTokenNow')] } }
  expect(await desk.lock.setPassphrase(null, new Secret(right))).toMatchObject(refused)
  desk.lock.lock('asked')
  expect((await desk.lock.unlock(passphrase(right))).ok).toBe(false)
  expect((await desk.lock.unlock(withToken(desk.token))).ok).toBe(true)
  expect((await desk.lock.setPassphrase(null)).ok).toBe(true)
})

test('where no token unlocks, wrong passphrases are slowed down and not bounded', async () => {
  const desk = await setLockScene({ parts: { profiles: () => [null] } })
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  await tryWrongly(desk, 12)
  expect((await desk.lock.unlock(passphrase(right))).ok).toBe(true)
})

test('used-up attempts stay used up while the keychain cannot say whether a token unlocks', async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  await tryWrongly(desk, 10)
  const read: TokenVault['read'] = async (id) =>
    id === 'lock' ? desk.vault.read(id) : err(keychainProblem('KeychainLocked'))
  const again = await desk.restart({ vault: { ...desk.vault, read } })
  again.pass(60 * minute)
  expect(await again.lock.unlock(passphrase(right))).toMatchObject({ ok: false, error: { code: 'KeychainFailed' } })
})

test('concurrent passphrase attempts are checked one at a time', async () => {
  const { lock } = await setLockScene()
  await lock.setPassphrase(new Secret(right))
  lock.lock('asked')
  const answers = await Promise.all(['a', 'b', 'c', right].map((text) => lock.unlock(passphrase(text))))
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false])
  expect(lock.state().waitSeconds).toBe(2)
})

test('ending the console while a passphrase is checked still counts the attempt', async () => {
  const { deriveKey, hold, begun, release } = heldChecks()
  const desk = await setLockScene({ parts: { deriveKey } })
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  await desk.lock.unlock(passphrase('wrong'))
  await desk.lock.unlock(passphrase('wrong'))
  hold()
  const judging = desk.lock.unlock(passphrase('wrong'))
  await begun
  expect(desk.lock.state().waitSeconds, 'still judging').toBe(0)
  expect((await desk.restart()).lock.state().waitSeconds).toBe(2)
  release()
  await judging
})

test('a console that is locked again during an unlock attempt stays locked', async () => {
  const { deriveKey, hold, begun, release } = heldChecks()
  const { lock } = await setLockScene({ parts: { deriveKey } })
  await lock.setPassphrase(new Secret(right))
  lock.lock('asked')
  hold()
  const unlocking = lock.unlock(passphrase(right))
  await begun
  lock.lock('sleep')
  release()
  expect((await unlocking).ok).toBe(false)
  expect(lock.isLocked()).toBe(true)
})

test('a restart does not unlock the console, and with a passphrase it always starts locked', async () => {
  const locked = await setLockScene()
  locked.lock.lock('asked')
  expect((await locked.restart()).lock.isLocked()).toBe(true)
  await locked.lock.unlock(withToken(locked.token))
  const open = await locked.restart()
  expect(open.lock.isLocked()).toBe(false)
  await open.lock.setPassphrase(new Secret(right))
  expect((await open.restart()).lock.isLocked()).toBe(true)
})

test.each([
  ['finds nothing', null],
  ['finds no keychain', err(keychainProblem('NoSecretService'))],
])('a console is locked until the lock record is read, and unlocked when it %s', async (_, problem) => {
  const vault = createMemoryVault()
  const read: TokenVault['read'] = async (id) => problem ?? vault.read(id)
  const { lock } = await setLockScene({ vault: { ...vault, read }, isRestored: false })
  expect([lock.isLocked(), lock.state().isLocked]).toEqual([true, true])
  expect((await lock.unlock(button)).ok).toBe(false)
  expect((await lock.setPassphrase(new Secret(right))).ok).toBe(false)
  await lock.restore()
  expect([lock.isLocked(), lock.state().isLocked]).toEqual([false, false])
})

test('a locked console accepts no new passphrase; an unlocked one changes and removes it', async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  expect(await desk.lock.setPassphrase(null)).toMatchObject({ ok: false, error: { code: 'Locked' } })
  await desk.lock.unlock(passphrase(right))
  await desk.lock.setPassphrase(null, new Secret(right))
  expect(desk.lock.state().hasPassphrase).toBe(false)
  expect((await desk.restart()).lock.isLocked()).toBe(false)
})

test('an unlocked console changes or removes its passphrase only with the current one, and delays guesses', {
  timeout: 120_000,
}, async () => {
  const desk = await setLockScene()
  const change = (current: string) => desk.lock.setPassphrase(null, new Secret(current))
  const refused = { ok: false, error: { code: 'WrongPassphrase' } }
  await desk.lock.setPassphrase(new Secret(right))
  expect(await desk.lock.setPassphrase(null)).toMatchObject(refused)
  for (const guess of ['wrong one', 'wrong two']) expect(await change(guess)).toMatchObject(refused)
  expect(await change('wrong three')).toMatchObject({ error: { retryAfterSeconds: 2 } })
  expect(await change(right), 'the right one waits too').toMatchObject(refused)
  desk.pass(2_000)
  expect(desk.lock.state().hasPassphrase).toBe(true)
  expect((await change(right)).ok).toBe(true)
  expect(desk.lock.state().hasPassphrase).toBe(false)
})

test('after an unlock with the token a new passphrase can be set until the console is locked again', {
  timeout: 120_000,
}, async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  await desk.lock.unlock({ with: 'token', token: desk.token })
  expect((await desk.lock.setPassphrase(new Secret('another passphrase'))).ok).toBe(true)
  desk.lock.lock('asked')
  await desk.lock.unlock(passphrase('another passphrase'))
  expect((await desk.lock.setPassphrase(null)).ok).toBe(false)
})

test('signing out of the last token unlocks the console and removes the passphrase', async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  desk.lock.lock('asked')
  await desk.lock.release()
  expect(desk.lock.state()).toEqual({
    isLocked: false,
    reason: null,
    hasPassphrase: false,
    waitSeconds: 0,
    attemptsLeft: 10,
  })
  expect((await desk.restart()).lock.isLocked()).toBe(false)
})

test('a tampered lock record locks the console', async () => {
  const desk = await setLockScene()
  for (const text of ['', '{}', 'null', '{"passphrase":null,"wrongAttempts":-1,"isLocked":false}']) {
    await desk.vault.write('lock', new Secret(text))
    expect((await desk.restart()).lock.isLocked(), text).toBe(true)
  }
})

test('an unreadable keychain is reported, and its lock record is not overwritten until it was read', async () => {
  const desk = await setLockScene()
  await desk.lock.setPassphrase(new Secret(right))
  let isLost = true
  const vault = {
    ...desk.vault,
    read: async (id: string) => (isLost ? err(keychainProblem('KeychainLocked')) : desk.vault.read(id)),
  }
  const { lock } = await desk.restart({ vault })
  expect(lock.state()).toMatchObject({ isLocked: false, hasPassphrase: false })
  lock.lock('asked')
  const answer = await lock.unlock(withToken(desk.token))
  expect(answer).toMatchObject({ ok: false, error: { code: 'KeychainFailed' } })
  expect(JSON.stringify(answer)).toContain(t('keychain:problem.KeychainLocked.message'))
  isLost = false
  await lock.restore()
  expect(lock.state()).toMatchObject({ isLocked: true, hasPassphrase: true })
  expect((await lock.unlock(passphrase(right))).ok).toBe(true)
})

test('answers, states and the lock record never contain the passphrase or the token', async () => {
  const vault = createMemoryVault()
  const { lock, token, states } = await setLockScene({ vault })
  const shown: unknown[] = [await lock.setPassphrase(new Secret(right))]
  lock.lock('asked')
  for (const key of [button, passphrase(right), withToken(token)]) shown.push(key, await lock.unlock(key))
  const record = await vault.read('lock')
  if (record.ok) shown.push(record.value?.reveal())
  const sinkOf = (value: unknown) => ({
    name: 'shown',
    bytes: Buffer.from(inspect(value, { depth: 9 }) + JSON.stringify(value)),
  })
  expect(record.ok && record.value?.reveal()).toContain('salt')
  expect(leaksIn([sinkOf([shown, states, lock])], { right, token: token.reveal() })).toEqual([])
  expect(leaksIn([sinkOf([shown, right])], { right }), 'the control').not.toEqual([])
})
