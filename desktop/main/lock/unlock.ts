import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Secret } from '../../../shared/secret.ts'
import { answer, refuse } from '../../bridge/answer.ts'
import { keychainFailed } from '../tokens/keychain-problems.ts'
import type { TokenVault, VaultResult } from '../tokens/token-vault.ts'

const longestSeconds = 15 * 60

/** Seconds to wait after so many wrong passphrases in a row: two mistypings are free, then 2, 4, 8 and so on up to 15 minutes. */
export const delayAfter = (wrongAttempts: number): number =>
  wrongAttempts < 3 ? 0 : Math.min(2 ** (wrongAttempts - 2), longestSeconds)

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** OWASP Password Storage Cheat Sheet, scrypt: 128 MiB of memory for each guess. */
const cost = { N: 131_072, r: 8, p: 1 } as const
const [keyBytes, saltBytes] = [32, 16]

/** All that is kept of a passphrase. */
export const PassphraseHash = z.strictObject({
  N: z.literal(cost.N),
  r: z.literal(cost.r),
  p: z.literal(cost.p),
  salt: z.base64(),
  key: z.base64(),
})
export type PassphraseHash = z.infer<typeof PassphraseHash>

/** The same letter may be typed in two ways (é, or e and an accent); both are the same passphrase. */
const keyOf = (passphrase: Secret, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.reveal().normalize('NFC'), salt, keyBytes, { ...cost, maxmem: 2 * 128 * cost.N * cost.r })

export async function hashPassphrase(passphrase: Secret): Promise<PassphraseHash> {
  const salt = randomBytes(saltBytes)
  const key = await keyOf(passphrase, salt)
  return { ...cost, salt: salt.toString('base64'), key: key.toString('base64') }
}

export async function isPassphrase(passphrase: Secret, { salt, key }: PassphraseHash): Promise<boolean> {
  const [asked, known] = [await keyOf(passphrase, Buffer.from(salt, 'base64')), Buffer.from(key, 'base64')]
  return asked.length === known.length && timingSafeEqual(asked, known)
}

const digestOf = (token: Secret) => createHash('sha256').update(token.reveal()).digest()

/** Compared in constant time, also where their lengths differ. */
export const isSameToken = (one: Secret, other: Secret): boolean => timingSafeEqual(digestOf(one), digestOf(other))

/** What is held against the lock. */
export type Key =
  | { readonly with: 'passphrase'; readonly passphrase: Secret }
  | { readonly with: 'token'; readonly token: Secret }
  | { readonly with: 'button' }

type Profile = { readonly id: string; readonly kind: 'server' | 'local' }

/** The profile in use, or null, and all there are. */
export type Guarded = readonly [inUse: Profile | null, ...all: Profile[]]

/**
 * The token that guards the lock: the first there is of the servers, of which the one in use comes first. Another one that
 * cannot be read now is of no use to anybody either.
 */
async function guard([inUse, ...all]: Guarded, vault: TokenVault): Promise<VaultResult<Secret | null>> {
  const none: VaultResult<null> = { ok: true, value: null }
  const first = inUse?.kind === 'server' ? await vault.read(inUse.id) : none
  if (!first.ok || first.value) return first
  for (const { id, kind } of all) {
    const found = kind === 'server' ? await vault.read(id) : none
    if (found.ok && found.value) return found
  }
  return none
}

/** The right token unlocks also where a passphrase is set: it serves who forgot that. */
export async function tokenFits(token: Secret, profiles: Guarded, vault: TokenVault) {
  const stored = await guard(profiles, vault)
  if (!stored.ok) return keychainFailed(stored.problem)
  return stored.value && isSameToken(stored.value, token) ? answer(null) : refuse('NotUnlocked')
}

/** Where no passphrase is set and no token of a server is left to guard: that of this machine's own nobody has seen. */
export async function buttonFits(profiles: Guarded, vault: TokenVault) {
  const stored = await guard(profiles, vault)
  if (!stored.ok) return keychainFailed(stored.problem)
  return stored.value
    ? refuse('NotUnlocked', { info: ['This takes the operator token of the profile.'] })
    : answer(null)
}
