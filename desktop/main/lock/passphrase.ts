import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Secret } from '../../../shared/secret.ts'

const scryptKey = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** OWASP Password Storage Cheat Sheet, scrypt: 128 MiB of memory for each guess. */
const cost = { N: 131_072, r: 8, p: 1 } as const
const keyBytes = 32
const saltBytes = 16

/** All that is stored of a passphrase. */
export const PassphraseHash = z.strictObject({
  N: z.literal(cost.N),
  r: z.literal(cost.r),
  p: z.literal(cost.p),
  salt: z.base64(),
  key: z.base64(),
})
export type PassphraseHash = z.infer<typeof PassphraseHash>

/** What makes a key of a passphrase, at a cost that slows guesses down. */
export type DeriveKey = (passphrase: string, salt: Buffer) => Promise<Buffer>

export const deriveKey: DeriveKey = (passphrase, salt) =>
  scryptKey(passphrase, salt, keyBytes, { ...cost, maxmem: 2 * 128 * cost.N * cost.r })

/** Unicode can encode the same letter in two ways (é, or e and an accent); both are the same passphrase. */
const textOf = (passphrase: Secret): string => passphrase.reveal().normalize('NFC')

export async function hashPassphrase(passphrase: Secret, derive = deriveKey): Promise<PassphraseHash> {
  const salt = randomBytes(saltBytes)
  const key = await derive(textOf(passphrase), salt)
  return { ...cost, salt: salt.toString('base64'), key: key.toString('base64') }
}

export async function verifyPassphrase(
  passphrase: Secret,
  { salt, key }: PassphraseHash,
  derive = deriveKey,
): Promise<boolean> {
  const derived = await derive(textOf(passphrase), Buffer.from(salt, 'base64'))
  const expected = Buffer.from(key, 'base64')
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}

const longestDelaySeconds = 15 * 60

/** Seconds to wait after consecutive wrong passphrases: none after the first two, then 2, 4, 8 and so on up to 15 minutes. */
export const delayAfter = (wrongAttempts: number): number =>
  wrongAttempts < 3 ? 0 : Math.min(2 ** (wrongAttempts - 2), longestDelaySeconds)
