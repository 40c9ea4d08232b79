import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Secret } from '../../../shared/secret.ts'

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
