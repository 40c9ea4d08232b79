import { randomUUID } from 'node:crypto'
import type { Keytar } from 'keytar'
import { Secret } from '../../../shared/secret.ts'
import { noAnswer, oneAtATime } from '../mutex.ts'
import { failWith, type KeychainCode, recogniseProblem } from './keychain-problems.ts'
import { done, type TokenVault, type VaultResult } from './token-vault.ts'

/** CRED_MAX_CREDENTIAL_BLOB_SIZE of Windows, in bytes. */
const windowsLimit = 5 * 512

/** Why a keychain of this platform cannot hold the text, or null; the calls themselves would not say so. */
export function unfitFor(platform: NodeJS.Platform, text: string): KeychainCode | null {
  if (text.includes('\0')) return 'TokenCutShort'
  return platform === 'win32' && Buffer.byteLength(text) > windowsLimit ? 'TokenTooLong' : null
}

/** Under this name tokens are found again: it stays, whatever product or version are called, else an update loses them. */
const service = 'strongroom-operator-tokens'

export type KeytarVaultOptions = {
  /** How long a call may take, in milliseconds: the person may have a password to type first. */
  readonly timeLimitMs?: number
  readonly platform?: NodeJS.Platform
}

/** Loaded at the first call, for it throws where libsecret or the addon is missing. */
const load = async (): Promise<Keytar> => (await import('keytar')).default

/** The keychain of the operating system. Nothing is loaded or asked before the first call. */
export function createKeytarVault({ timeLimitMs = 30_000, platform = process.platform }: KeytarVaultOptions = {}) {
  const inTurn = oneAtATime(timeLimitMs)

  async function ask<Value>(call: (keytar: Keytar) => Promise<Value>): Promise<VaultResult<Value>> {
    try {
      const value = await inTurn(async () => call(await load()))
      return value === noAnswer ? failWith('KeychainSilent') : { ok: true, value }
    } catch (error) {
      return failWith(recogniseProblem(error))
    }
  }

  /** A locked keyring says "none" too. Only when it lets itself be written to, a second "none" is the truth. */
  async function askUntilSure<Value>(call: (keytar: Keytar) => Promise<Value>): Promise<VaultResult<Value>> {
    const first = await ask(call)
    if (!first.ok || first.value) return first
    const probed = await vault.probe()
    return probed.ok ? ask(call) : probed
  }

  const vault: TokenVault = {
    async read(profileId) {
      const found = await askUntilSure((keytar) => keytar.getPassword(service, profileId))
      return found.ok ? { ok: true, value: found.value === null ? null : new Secret(found.value) } : found
    },
    async write(profileId, token) {
      const unfit = unfitFor(platform, token.reveal())
      if (unfit) return failWith(unfit)
      const written = await ask((keytar) => keytar.setPassword(service, profileId, token.reveal()))
      return written.ok ? done : written
    },
    async erase(profileId) {
      const erased = await askUntilSure((keytar) => keytar.deletePassword(service, profileId))
      return erased.ok ? done : erased
    },
    async probe() {
      const kept = await ask((keytar) => keepsEntry(keytar))
      if (!kept.ok) return kept
      return kept.value ? done : failWith('KeychainForgets')
    },
  }
  return vault
}

/** Under a name of this process, so that two consoles do not take each other's probe for their own. */
async function keepsEntry(keytar: Keytar): Promise<boolean> {
  const [account, text] = [`probe-${process.pid}`, randomUUID()]
  await keytar.setPassword(service, account, text)
  const found = await keytar.getPassword(service, account)
  return (await keytar.deletePassword(service, account)) && found === text
}
