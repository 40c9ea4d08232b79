import type { Verdict } from '../../shared/providers.ts'

/** A revealed pair; exists only inside `server/providers` while one request is signed. */
export type PlainPair = { readonly apiKey: string; readonly secretApiKey: string }

/** What one check of a pair found out. */
export type Judgement = {
  readonly verdict: Verdict
  /** Machine-readable: `reason=wrong-credentials provider=fireblocks http=401 code=-7`. Never the provider's own text. */
  readonly reason: string
  /** `local` when the provider was not asked. */
  readonly source: 'local' | 'provider'
  /** One sentence for a person: the cause and the next step. */
  readonly message: string
  /** With `valid`: stable fingerprint of the provider account that the key sees. */
  readonly account?: string
  /** With `throttled`, where the provider said how long. */
  readonly retryAfterSeconds?: number
}
