import type { ProviderId, Verdict } from '../../shared/providers.ts'

/** Revealed credentials; they exist only in `server/providers` while a request is signed. */
export type PlainCredentials = { readonly apiKey: string; readonly secretApiKey: string }

/** The result of one check of credentials. */
export type ProbeResult = {
  readonly verdict: Verdict
  /**
   * Machine-readable: `reason=wrong-credentials provider=fireblocks http=401 code=-7`. Never the provider's own text.
   */
  readonly reason: string
  /** `local` if the provider was not contacted. */
  readonly source: 'local' | 'provider'
  /** With `unreachable`: why, as in the reason. */
  readonly cause?: string
  /** The message for an operator: the cause and the next step. */
  readonly message: string
  /** With `valid`: stable fingerprint of the key's provider account. */
  readonly account?: string
  /** With `throttled`, if the provider stated it. */
  readonly retryAfterSeconds?: number
}

/** A local rule that the credentials break; `check` is its machine-readable name. */
export type LocalFault = { readonly check: string; readonly message: string }

export type SignedRequest = {
  readonly method: 'GET'
  /** Path and query, as signed. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/** One complete answer of a provider. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The provider's `Date` minus our clock; null when it sent none. */
  readonly clockAheadSeconds: number | null
}

/** Why credentials are not accepted; every member is a number or from a closed set. */
export type Refusal = {
  readonly verdict: Exclude<Verdict, 'valid' | 'different-account'>
  readonly http?: number
  readonly code?: number
  readonly cause?: string
  /** Set if the provider was not contacted. */
  readonly source?: 'local'
  readonly message?: string
  readonly retryAfterSeconds?: number
}

/** The meaning of a provider's answer: rejected, or accepted, with the account if the answer identifies it. */
export type ProbeFinding = Refusal | { readonly verdict: 'accepted'; readonly account: string | null }

/** The adapter port: everything the service needs to check credentials with one provider. */
export type Provider = {
  readonly id: ProviderId
  /** Origin of the production API. */
  readonly baseUrl: string
  /** Path that every operation starts with; a base URL may end in it. */
  readonly pathPrefix: string
  /**
   * Cheap read-only GETs, requested in this order until one identifies the account; the first proves that wallets can
   * be listed.
   */
  readonly probePaths: readonly [string, ...string[]]
  /** Like everything here, it must not block the event loop for more than 10 ms, for any input. */
  readonly localCheck: (credentials: PlainCredentials) => LocalFault | null
  /** `nowMs` is Unix time in milliseconds and never the same twice. Rejects when the secret cannot sign. */
  readonly sign: (credentials: PlainCredentials, path: string, nowMs: number) => Promise<SignedRequest>
  readonly classify: (answer: Answer) => ProbeFinding
}
