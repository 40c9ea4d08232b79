import { randomUUID } from 'node:crypto'
import type { Keytar } from 'keytar'
import { err, ok, type Result } from '../../../shared/result.ts'
import { Secret } from '../../../shared/secret.ts'
import { createTimedMutex, timedOut } from '../mutex.ts'
import { type KeychainCode, type KeychainProblem, keychainProblem, recogniseProblem } from './keychain-problems.ts'
import type { TokenVault } from './token-vault.ts'

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows, in bytes. */
const windowsLimit = 5 * 512

/** Why a keychain of this platform cannot hold the text, or null; the calls themselves do not report it. */
function unfitFor(platform: NodeJS.Platform, text: string): KeychainCode | null {
  if (text.includes('\0')) return 'TokenCutShort'
  return platform === 'win32' && Buffer.byteLength(text) > windowsLimit ? 'TokenTooLong' : null
}

/** Stored tokens are found by this name. It never changes, even if the product is renamed, or an update would lose them. */
const service = 'strongroom-operator-tokens'

export type KeytarVaultOptions = {
  /** How long a call may take, in milliseconds: the operator may have to type a password first. */
  readonly timeLimitMs?: number
  readonly platform?: NodeJS.Platform
}

/** Loaded at the first call, because loading throws where libsecret or the addon is missing. */
const load = async (): Promise<Keytar> => (await import('keytar')).default

/** The keychain of the operating system. Nothing is loaded before the first call. */
export function createKeytarVault({ timeLimitMs = 30_000, platform = process.platform }: KeytarVaultOptions = {}) {
  const runExclusive = createTimedMutex(timeLimitMs)

  async function run<Value>(call: (keytar: Keytar) => Promise<Value>): Promise<Result<Value, KeychainProblem>> {
    try {
      const value = await runExclusive(async () => call(await load()))
      return value === timedOut ? err(keychainProblem('KeychainSilent')) : ok(value)
    } catch (error) {
      return err(keychainProblem(recogniseProblem(error)))
    }
  }

  /** A locked keyring answers "none" too. Only once it can be written to is a second "none" the truth. */
  async function runUntilSure<Value>(
    call: (keytar: Keytar) => Promise<Value>,
  ): Promise<Result<Value, KeychainProblem>> {
    const first = await run(call)
    if (!first.ok || first.value) return first
    const probed = await vault.probe()
    return probed.ok ? run(call) : probed
  }

  const vault: TokenVault = {
    async read(profileId) {
      const found = await runUntilSure((keytar) => keytar.getPassword(service, profileId))
      return found.ok ? ok(found.value === null ? null : new Secret(found.value)) : found
    },
    async write(profileId, token) {
      const unfit = unfitFor(platform, token.reveal())
      if (unfit) return err(keychainProblem(unfit))
      const written = await run((keytar) => keytar.setPassword(service, profileId, token.reveal()))
      return written.ok ? ok(null) : written
    },
    async erase(profileId) {
      const erased = await runUntilSure((keytar) => keytar.deletePassword(service, profileId))
      return erased.ok ? ok(null) : erased
    },
    async probe() {
      const kept = await run((keytar) => keepsEntry(keytar))
      if (!kept.ok) return kept
      return kept.value ? ok(null) : err(keychainProblem('KeychainForgets'))
    },
  }
  return vault
}

/** Under a name of this process, so that two consoles do not take each other's probe for their own. */
async function keepsEntry(keytar: Keytar): Promise<boolean> {
  const account = `probe-${process.pid}`
  const text = randomUUID()
  await keytar.setPassword(service, account, text)
  const found = await keytar.getPassword(service, account)
  return (await keytar.deletePassword(service, account)) && found === text
}
