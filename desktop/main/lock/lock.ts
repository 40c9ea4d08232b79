import type { Secret } from '../../../shared/secret.ts'
import { type Answer, answer, refuse } from '../../bridge/answer.ts'
import type { LockState } from '../../bridge/state.ts'
import { oneAfterAnother } from '../mutex.ts'
import { keychainFailed } from '../tokens/keychain-problems.ts'
import type { TokenVault } from '../tokens/token-vault.ts'
import { type Clocks, watchAbsence } from './idle-detector.ts'
import { createKeptRecord, type LockRecord } from './lock-record.ts'
import { buttonFits, delayAfter, type Guarded, hashPassphrase, isPassphrase, type Key, tokenFits } from './unlock.ts'

type LockReason = Exclude<LockState['reason'], 'keychain' | null>

export type LockParts = Clocks & {
  readonly vault: TokenVault
  readonly idleMinutes: () => number
  readonly profiles: () => Guarded
  readonly onChange: (state: LockState) => void
}

export type Lock = {
  isLocked(): boolean
  state(): LockState
  /**
   * Reads what is kept in the vault, once: to be awaited at the start, before anything is answered, and whenever the vault
   * is back at the keychain. Locks where a passphrase is set, and where the console was locked when it ended; until it has
   * looked for the first time, the console counts as locked.
   */
  restore(): Promise<void>
  lock(reason: LockReason): void
  /** A key or a click reached the window; calls of a screen that refreshes itself do not count. */
  touch(): void
  /** To be called every few seconds, and on resume. */
  check(): void
  unlock(key: Key): Promise<Answer<null>>
  /** Null takes it away. Takes the current one, unless the operator token has unlocked the console since it was locked last. */
  setPassphrase(passphrase: Secret | null, current?: Secret | null): Promise<Answer<null>>
  /** To be called when no token and no data are left to guard: unlocked and without passphrase. */
  release(): Promise<Answer<null>>
}

export function createLock({ vault, idleMinutes, profiles, onChange, ...clocks }: LockParts): Lock {
  const absence = watchAbsence(clocks)
  const record = createKeptRecord(vault)
  let reason: LockState['reason'] = null
  /** On the monotonic clock, in milliseconds. */
  let nextAttemptAt = 0
  let timesLocked = 0
  let isProvenByToken = false
  const inTurn = oneAfterAnother()

  const isLocked = (): boolean => !record.hasLooked() || record.current().isLocked

  const state = (): LockState => ({
    isLocked: isLocked(),
    reason: record.hasLooked() ? reason : 'keychain',
    hasPassphrase: record.current().passphrase !== null,
    waitSeconds: Math.max(0, Math.ceil((nextAttemptAt - clocks.monotonic()) / 1_000)),
  })

  /** After a restart the wait begins anew: no clock says how much of it has passed. */
  function startWaiting(): void {
    nextAttemptAt = clocks.monotonic() + delayAfter(record.current().wrongAttempts) * 1_000
  }

  function lock(because: LockReason): void {
    timesLocked++
    isProvenByToken = false
    if (record.current().isLocked) return
    reason = because
    void record.change({ isLocked: true })
    onChange(state())
  }

  function check(): void {
    const because = absence.reasonToLock(idleMinutes())
    if (because) lock(because)
  }

  /** The attempt is on record before it is judged, for the process may be ended meanwhile. */
  async function passphraseFits(
    passphrase: Secret,
    otherwise: 'NotUnlocked' | 'WrongPassphrase',
  ): Promise<Answer<null>> {
    const { waitSeconds } = state()
    if (waitSeconds > 0) return refuse(otherwise, { retryAfterSeconds: waitSeconds })
    const { passphrase: known, wrongAttempts } = record.current()
    if (!known) return refuse(otherwise, { info: ['No passphrase is set.'] })
    await record.change({ wrongAttempts: wrongAttempts + 1 })
    if (await isPassphrase(passphrase, known)) return answer(null)
    startWaiting()
    onChange(state())
    return refuse(otherwise, { retryAfterSeconds: state().waitSeconds || null })
  }

  async function fits(key: Key): Promise<Answer<null>> {
    if (key.with === 'passphrase') return passphraseFits(key.passphrase, 'NotUnlocked')
    if (key.with === 'token') return tokenFits(key.token, profiles(), vault)
    return record.current().passphrase
      ? refuse('NotUnlocked', { info: ['A passphrase is set.'] })
      : buttonFits(profiles(), vault)
  }

  async function attempt(key: Key): Promise<Answer<null>> {
    if (!isLocked()) return answer(null)
    if (!record.hasLooked()) return refuse('NotUnlocked', { info: ['The keychain is still being asked.'] })
    const before = timesLocked
    const fitting = await fits(key)
    if (!fitting.ok) return fitting
    isProvenByToken = timesLocked === before && key.with === 'token'
    return timesLocked === before ? open() : refuse('NotUnlocked', { info: ['It was locked again meanwhile.'] })
  }

  async function open(change: Partial<LockRecord> = {}): Promise<Answer<null>> {
    reason = null
    nextAttemptAt = 0
    absence.touch()
    const kept = record.change({ ...change, isLocked: false, wrongAttempts: 0 })
    onChange(state())
    await kept
    return answer(null)
  }

  /** Who finds the console unlocked must not take it over: the current passphrase is asked for, and guessed no faster. */
  async function mayReplace(current: Secret | null): Promise<Answer<null>> {
    if (record.current().passphrase === null || isProvenByToken) return answer(null)
    return current ? passphraseFits(current, 'WrongPassphrase') : refuse('WrongPassphrase')
  }

  async function replacePassphrase(passphrase: Secret | null, current: Secret | null): Promise<Answer<null>> {
    if (isLocked()) return refuse('Locked')
    const allowed = await mayReplace(current)
    if (!allowed.ok) return allowed
    const hash = passphrase && (await hashPassphrase(passphrase))
    if (isLocked()) return refuse('Locked')
    const kept = await record.change({ passphrase: hash, wrongAttempts: 0 })
    onChange(state())
    return kept.ok ? answer(null) : keychainFailed(kept.problem)
  }

  return {
    isLocked,
    state,
    async restore() {
      if (await record.restore()) startWaiting()
      onChange(state())
    },
    lock,
    touch() {
      check()
      absence.touch()
    },
    check,
    unlock: (key) => inTurn(() => attempt(key)),
    setPassphrase: (passphrase, current = null) => inTurn(() => replacePassphrase(passphrase, current)),
    release: () => open({ passphrase: null }),
  }
}
