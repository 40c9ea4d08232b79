import { err, ok, type Result } from '../../../shared/result.ts'
import type { Secret } from '../../../shared/secret.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import type { LockState } from '../../bridge/state.ts'
import { t } from '../../words/words.ts'
import { createMutex } from '../mutex.ts'
import { keychainFailure } from '../tokens/keychain-problems.ts'
import type { TokenVault } from '../tokens/token-vault.ts'
import { type Clocks, createIdleDetector } from './idle-detector.ts'
import { createLockRecordStore, type LockRecord, type LockRecordStore } from './lock-record.ts'
import { type DeriveKey, deriveKey as deriveSlowly, hashPassphrase } from './passphrase.ts'
import {
  checkButton,
  checkToken,
  createPassphraseAttempts,
  type GuardedProfiles,
  guardingToken,
  notUnlocked,
  type PassphraseAttempts,
  type UnlockKey,
} from './unlock.ts'

/** Also that the system recognised the person: by Touch ID, or when its screen was unlocked. */
type AnyKey = UnlockKey | { readonly with: 'system' }

type LockReason = Exclude<LockState['reason'], 'keychain' | null>

export type LockParts = Clocks & {
  readonly vault: TokenVault
  readonly idleMinutes: () => number
  readonly profiles: () => GuardedProfiles
  /** Whether the system may unlock the console, by the settings. */
  readonly unlocksWithSystem: () => boolean
  readonly onChange: (state: LockState) => void
  /** A test of anything else does not have to wait for a slow one. */
  readonly deriveKey?: DeriveKey
}

export type Lock = {
  isLocked(): boolean
  state(): LockState
  /**
   * Loads the record from the vault, once. To be awaited at the start, before any request is answered, and again whenever
   * the vault is back at the keychain. Locks where a passphrase is set, and where the console was locked when it ended.
   * Until the vault was asked for the first time, the console counts as locked.
   */
  restore(): Promise<void>
  lock(reason: LockReason): void
  /** A key or a click reached the window; requests of a screen that refreshes itself do not count. */
  touch(): void
  /** To be called every few seconds, and on resume. */
  check(): void
  unlock(key: UnlockKey): Promise<Result<null, ConsoleFailure>>
  /**
   * Unlocks once the system has recognised the person, if the settings allow it. Other keys can be tried meanwhile; a
   * console that is locked again before the system has answered stays locked.
   */
  unlockBySystem(confirm: () => Promise<boolean>): Promise<Result<null, ConsoleFailure>>
  /**
   * Null removes it. Requires the current passphrase, unless the operator token has unlocked the console since it was last
   * locked.
   */
  setPassphrase(passphrase: Secret | null, current?: Secret | null): Promise<Result<null, ConsoleFailure>>
  /** Unlocks and removes the passphrase. To be called when no token and no data are left to guard. */
  release(): Promise<Result<null, ConsoleFailure>>
}

type SwitchParts = {
  readonly record: LockRecordStore
  readonly attempts: PassphraseAttempts
  readonly onChange: (state: LockState) => void
}

/** Whether the console is locked, why, and how often it was. */
function createLockSwitch({ record, attempts, onChange }: SwitchParts) {
  let reason: LockState['reason'] = null
  let timesLocked = 0
  let isProvenByToken = false

  const isLocked = (): boolean => !record.hasLooked() || record.current().isLocked

  const state = (): LockState => ({
    isLocked: isLocked(),
    reason: record.hasLooked() ? reason : 'keychain',
    hasPassphrase: record.current().passphrase !== null,
    waitSeconds: attempts.waitSeconds(),
    attemptsLeft: attempts.left(),
  })

  return {
    isLocked,
    state,
    timesLocked: () => timesLocked,
    /** Whether the operator token has unlocked the console since it was last locked. */
    isProvenByToken: () => isProvenByToken,
    proveBy(key: AnyKey): void {
      isProvenByToken = key.with === 'token'
    },
    lock(because: LockReason): void {
      timesLocked += 1
      isProvenByToken = false
      if (record.current().isLocked) return
      reason = because
      void record.change({ isLocked: true })
      onChange(state())
    },
    async open(change: Partial<LockRecord> = {}): Promise<Result<null, ConsoleFailure>> {
      reason = null
      attempts.reset()
      const saved = record.change({ ...change, isLocked: false, wrongAttempts: 0 })
      onChange(state())
      await saved
      return ok(null)
    },
  }
}

type Mechanism = {
  readonly record: LockRecordStore
  readonly attempts: PassphraseAttempts
  readonly lockSwitch: ReturnType<typeof createLockSwitch>
  readonly open: (change?: Partial<LockRecord>) => Promise<Result<null, ConsoleFailure>>
  readonly deriveKey: DeriveKey
  readonly unlocksWithSystem: () => boolean
  readonly onChange: () => void
}

type TokenSources = { readonly vault: TokenVault; readonly profiles: GuardedProfiles }

async function checkKey(key: AnyKey, mechanism: Mechanism, { vault, profiles }: TokenSources) {
  const { record, attempts, unlocksWithSystem } = mechanism
  if (key.with === 'system') return unlocksWithSystem() ? ok(null) : notUnlocked(t('lock:still.systemNotAllowed'))
  if (key.with === 'passphrase') return attempts.check(key.passphrase, 'NotUnlocked')
  if (key.with === 'token') return checkToken(key.token, profiles, vault)
  return record.current().passphrase ? notUnlocked(t('lock:still.hasPassphrase')) : checkButton(profiles, vault)
}

/** Unlocks if the key fits. If the console was locked again while the key was checked, it stays locked. */
async function tryKey(key: AnyKey, mechanism: Mechanism, sources: TokenSources): Promise<Result<null, ConsoleFailure>> {
  const { record, lockSwitch, open } = mechanism
  if (!lockSwitch.isLocked()) return ok(null)
  if (!record.hasLooked()) return notUnlocked(t('lock:still.starting'))
  const before = lockSwitch.timesLocked()
  const checked = await checkKey(key, mechanism, sources)
  if (!checked.ok) return checked
  if (lockSwitch.timesLocked() !== before) return notUnlocked(t('lock:still.lockedAgain'))
  lockSwitch.proveBy(key)
  return open()
}

/** The current passphrase is required, so that a person who finds the console unlocked cannot take it over. */
async function mayReplace(
  { record, attempts, lockSwitch }: Mechanism,
  current: Secret | null,
): Promise<Result<null, ConsoleFailure>> {
  if (record.current().passphrase === null || lockSwitch.isProvenByToken()) return ok(null)
  return current ? attempts.check(current, 'WrongPassphrase') : err(consoleFailure('WrongPassphrase'))
}

async function replacePassphrase(
  mechanism: Mechanism,
  passphrase: Secret | null,
  current: Secret | null,
): Promise<Result<null, ConsoleFailure>> {
  const { record, lockSwitch, deriveKey, onChange } = mechanism
  if (lockSwitch.isLocked()) return err(consoleFailure('Locked'))
  const allowed = await mayReplace(mechanism, current)
  if (!allowed.ok) return allowed
  const hash = passphrase && (await hashPassphrase(passphrase, deriveKey))
  if (lockSwitch.isLocked()) return err(consoleFailure('Locked'))
  const saved = await record.change({ passphrase: hash, wrongAttempts: 0 })
  onChange()
  return saved.ok ? ok(null) : err(keychainFailure(saved.error))
}

export function createLock(parts: LockParts): Lock {
  const { vault, idleMinutes, profiles, unlocksWithSystem, onChange, deriveKey = deriveSlowly, ...clocks } = parts
  const idleDetector = createIdleDetector(clocks)
  const record = createLockRecordStore(vault)
  const notify = () => onChange(lockSwitch.state())
  const attempts = createPassphraseAttempts({
    record,
    monotonic: clocks.monotonic,
    deriveKey,
    readToken: () => guardingToken(profiles(), vault),
    onWrong: notify,
  })
  const lockSwitch = createLockSwitch({ record, attempts, onChange })
  const runExclusive = createMutex()

  function check(): void {
    const reason = idleDetector.reasonToLock(idleMinutes())
    if (reason) lockSwitch.lock(reason)
  }

  function open(change?: Partial<LockRecord>): Promise<Result<null, ConsoleFailure>> {
    idleDetector.touch()
    return lockSwitch.open(change)
  }

  const mechanism: Mechanism = { record, attempts, lockSwitch, open, deriveKey, unlocksWithSystem, onChange: notify }

  const tryNow = (key: AnyKey) => runExclusive(() => tryKey(key, mechanism, { vault, profiles: profiles() }))

  async function unlockBySystem(confirm: () => Promise<boolean>): Promise<Result<null, ConsoleFailure>> {
    const before = lockSwitch.timesLocked()
    if (!(await confirm())) return notUnlocked(t('lock:still.notConfirmed'))
    return lockSwitch.timesLocked() === before ? tryNow({ with: 'system' }) : notUnlocked(t('lock:still.lockedAgain'))
  }

  return {
    isLocked: lockSwitch.isLocked,
    state: lockSwitch.state,
    async restore() {
      if (await record.restore()) attempts.startWaiting()
      notify()
    },
    lock: lockSwitch.lock,
    touch() {
      check()
      idleDetector.touch()
    },
    check,
    unlock: tryNow,
    unlockBySystem,
    setPassphrase: (passphrase, current = null) =>
      runExclusive(() => replacePassphrase(mechanism, passphrase, current)),
    release: () => open({ passphrase: null }),
  }
}
