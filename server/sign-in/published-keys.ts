import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { ProviderError, readPublished } from './identity-provider.ts'
import type { SignInSettings } from './settings.ts'

/** Neither `none` nor a secret that both sides know. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** Seconds that the clocks may differ, for `iat` and `nbf`. */
export const clockTolerance = 60

/** Milliseconds: how soon after keys were read an unknown one has them read again. */
const cooldownDuration = 5_000

type Publisher = { readonly issuer: string; readonly keys: JWTVerifyGetKey }

/** Who issues JWTs, and the keys that the provider publishes, wherever it says that they are. */
export function createPublisher({ issuer }: SignInSettings): () => Promise<Publisher> {
  let publisher: Promise<Publisher> | null = null
  return () => {
    publisher ??= readPublished(issuer).then(
      (published) => ({ issuer: published.issuer, keys: keysAt(published.keysUrl) }),
      (error) => {
        publisher = null
        throw error
      },
    )
    return publisher
  }
}

/** Where keys cannot be read, nothing is said of a JWT. */
function keysAt(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, { cooldownDuration })
  return (header, token) =>
    keys(header, token).catch((error) => {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      throw new ProviderError('unavailable', error.message)
    })
}
