import { createHash, createSecretKey } from 'node:crypto'
import { z } from 'zod'
import { decrypt, encrypt } from '../vault/aes-gcm.ts'
import type { Vault } from '../vault/vault.ts'
import type { Binding } from './identity-provider.ts'

/**
 * What a sign-in needs that no one else may know. It is derived from the key-encryption key, so every server of an
 * installation has it, and no copy of the data does.
 */
export type SignInSecrets = {
  bindingOf(state: string): Promise<Binding>
  /** What the client and the browser both show. */
  codeOf(state: string): Promise<string>
  seal(value: object, purpose: SealPurpose): Promise<string>
  /** null where this installation did not seal it for that purpose. */
  unseal<Schema extends z.core.$ZodType>(
    text: string,
    purpose: SealPurpose,
    schema: Schema,
  ): Promise<z.output<Schema> | null>
}

type SealPurpose = 'confirmation' | 'device'

/** Of a random text: what may be stored of it. */
export const sha256Of = (text: string): Buffer => createHash('sha256').update(text).digest()

export function createSignInSecrets({ fingerprint }: Pick<Vault, 'fingerprint'>): SignInSecrets {
  async function derived(purpose: string, text: string): Promise<Buffer> {
    const [{ digest }] = await fingerprint('sign-in', [purpose, text])
    return Buffer.from(digest)
  }

  const sealKey = async () => createSecretKey(await derived('seal', ''))

  return {
    bindingOf: async (state) => ({
      state,
      nonce: (await derived('nonce', state)).toString('base64url'),
      verifier: (await derived('verifier', state)).toString('base64url'),
    }),
    codeOf: async (state) => codeIn(await derived('code', state)),
    seal: async (value, purpose) =>
      encrypt(await sealKey(), Buffer.from(JSON.stringify(value)), purpose).toString('base64url'),
    unseal: async (text, purpose, schema) => {
      const key = await sealKey()
      try {
        return z.parse(schema, JSON.parse(decrypt(key, Buffer.from(text, 'base64url'), purpose).toString()))
      } catch {
        return null
      }
    },
  }
}

/** Consonants alone, so that no code is a word. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

function codeIn(digest: Buffer): string {
  const code = [...digest.subarray(0, 8)].map((byte) => letters[byte % letters.length]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
