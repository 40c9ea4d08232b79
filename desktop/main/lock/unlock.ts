import { createHash, timingSafeEqual } from 'node:crypto'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Secret } from '../../../shared/secret.ts'
import { type ConsoleFailure, consoleFailure } from '../../bridge/failures.ts'
import { passphraseAttempts } from '../../bridge/passphrase.ts'
import { t } from '../../words/words.ts'
import { type KeychainProblem, keychainFailure } from '../tokens/keychain-problems.ts'
import type { TokenVault } from '../tokens/token-vault.ts'
import type { LockRecordStore } from './lock-record.ts'
import { type DeriveKey, delayAfter, verifyPassphrase } from './passphrase.ts'

/** What a person tries to unlock the console with. */
export type UnlockKey =
  | { readonly with: 'passphrase'; readonly passphrase: Secret }
  | { readonly with: 'token'; readonly token: Secret }
  | { readonly with: 'button' }

type Checked = Result<null, ConsoleFailure>

export const notUnlocked = (...info: readonly string[]) => err(consoleFailure('NotUnlocked', { info }))

type AttemptParts = {
  readonly record: LockRecordStore
  /** Milliseconds. */
  readonly monotonic: () => number
  readonly deriveKey: DeriveKey
  /** The token that unlocks in the passphrase's place, or null. */
  readonly readToken: () => Promise<Result<Secret | null, KeychainProblem>>
  /** A wrong passphrase was counted. */
  readonly onWrong: () => void
}

export type PassphraseAttempts = {
  /** Seconds until another passphrase may be tried. */
  waitSeconds(): number
  /** Wrong passphrases until only the token unlocks. */
  left(): number
  /** Starts the wait for the wrong attempts on record. After a restart it starts over: no clock says how much has passed. */
  startWaiting(): void
  reset(): void
  /** Checks a passphrase; `code` is what a wrong one fails with. */
  check(passphrase: Secret, code: 'NotUnlocked' | 'WrongPassphrase'): Promise<Checked>
}

/** Checks passphrases, each wrong one with a longer wait before the next, and only so many where a token unlocks too. */
export function createPassphraseAttempts(parts: AttemptParts): PassphraseAttempts {
  const { record, monotonic, deriveKey, readToken, onWrong } = parts
  let nextAttemptAt = 0

  const left = () => Math.max(0, passphraseAttempts - record.current().wrongAttempts)

  const waitSeconds = () => Math.max(0, Math.ceil((nextAttemptAt - monotonic()) / 1_000))

  function startWaiting(): void {
    nextAttemptAt = monotonic() + delayAfter(record.current().wrongAttempts) * 1_000
  }

  /** Without a token the passphrase is the only way in: there the waits alone slow guesses down. */
  async function checkBound(code: 'NotUnlocked' | 'WrongPassphrase'): Promise<Checked> {
    if (left() > 0) return ok(null)
    const token = await readToken()
    if (!token.ok) return err(keychainFailure(token.error))
    return token.value ? err(consoleFailure(code, { info: [t('lock:still.needsTokenNow')] })) : ok(null)
  }

  return {
    waitSeconds,
    left,
    startWaiting,
    reset() {
      nextAttemptAt = 0
    },
    async check(passphrase, code) {
      const bound = await checkBound(code)
      if (!bound.ok) return bound
      const retryAfterSeconds = waitSeconds()
      if (retryAfterSeconds > 0) return err(consoleFailure(code, { retryAfterSeconds }))
      const { passphrase: hash, wrongAttempts } = record.current()
      if (!hash) return err(consoleFailure(code, { info: [t('lock:still.noPassphrase')] }))
      // Counted before it is verified, since the process may be killed meanwhile.
      await record.change({ wrongAttempts: wrongAttempts + 1 })
      if (await verifyPassphrase(passphrase, hash, deriveKey)) return ok(null)
      startWaiting()
      onWrong()
      return err(consoleFailure(code, { retryAfterSeconds: waitSeconds() || null }))
    },
  }
}

type Profile = { readonly id: string; readonly kind: 'server' | 'local' }

/** The active profile, or null, and all profiles. */
export type GuardedProfiles = readonly [active: Profile | null, ...all: Profile[]]

/**
 * The token that guards the lock: that of the active profile, else the first one of another server. The console's own
 * token for this machine does not count, since no person has ever seen it.
 */
export async function guardingToken(
  [active, ...all]: GuardedProfiles,
  vault: TokenVault,
): Promise<Result<Secret | null, KeychainProblem>> {
  const first = active?.kind === 'server' ? await vault.read(active.id) : ok(null)
  if (!first.ok || first.value) return first
  for (const { id, kind } of all) {
    const found = kind === 'server' ? await vault.read(id) : ok(null)
    if (found.ok && found.value) return found
  }
  return ok(null)
}

const digestOf = (token: Secret) => createHash('sha256').update(token.reveal()).digest()

/** Takes the same time wherever they differ, also in length. */
const isSameToken = (one: Secret, other: Secret): boolean => timingSafeEqual(digestOf(one), digestOf(other))

/** The right token unlocks also where a passphrase is set, in case that is forgotten. */
export async function checkToken(token: Secret, profiles: GuardedProfiles, vault: TokenVault): Promise<Checked> {
  const stored = await guardingToken(profiles, vault)
  if (!stored.ok) return err(keychainFailure(stored.error))
  return stored.value && isSameToken(stored.value, token) ? ok(null) : notUnlocked()
}

/** The button alone unlocks where there is neither a passphrase nor a token of a server. */
export async function checkButton(profiles: GuardedProfiles, vault: TokenVault): Promise<Checked> {
  const stored = await guardingToken(profiles, vault)
  if (!stored.ok) return err(keychainFailure(stored.error))
  return stored.value ? notUnlocked(t('lock:still.needsToken')) : ok(null)
}
