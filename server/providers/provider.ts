import type { ProviderId, Verdict } from '../../shared/providers.ts'

/** A revealed pair; exists only inside `server/providers` while one request is signed. */
export type PlainCredentials = { readonly apiKey: string; readonly secretApiKey: string }

/** What one check of a pair found out. */
export type ProbeResult = {
  readonly verdict: Verdict
  /** Machine-readable: `reason=wrong-credentials provider=fireblocks http=401 code=-7`. Never the provider's own text. */
  readonly reason: string
  /** `local` when the provider was not asked. */
  readonly source: 'local' | 'provider'
  /** With `unreachable`: why, as in the reason. */
  readonly cause?: string
  /** One sentence for a person: the cause and the next step. */
  readonly message: string
  /** With `valid`: stable fingerprint of the provider account that the key sees. */
  readonly account?: string
  /** With `throttled`, where the provider said how long. */
  readonly retryAfterSeconds?: number
}

/** A rule the pair breaks before anybody is asked; `check` names the rule for machines. */
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

/** Why a pair is not accepted; everything in it comes from closed sets of ours or is a number. */
export type Refusal = {
  readonly verdict: Exclude<Verdict, 'valid' | 'different-account'>
  readonly http?: number
  readonly code?: number
  readonly cause?: string
  /** Set when the provider was not asked. */
  readonly source?: 'local'
  readonly message?: string
  readonly retryAfterSeconds?: number
}

/** What a provider's answer means: a refusal, or that it accepted, with the account if this answer names one. */
export type Finding = Refusal | { readonly verdict: 'accepted'; readonly account: string | null }

/** The adapter port: everything the service must know of one provider to check a pair. */
export type Provider = {
  readonly id: ProviderId
  /** Origin of the production API. */
  readonly baseUrl: string
  /** Path that every operation starts with; a base URL may end in it. */
  readonly pathPrefix: string
  /** Cheap read-only GETs, asked in this order until one names the account; the first proves that wallets can be listed. */
  readonly probePaths: readonly [string, ...string[]]
  /** Like everything here, it must not hold the event loop for more than 10 ms, whatever text the pair is made of. */
  readonly localCheck: (credentials: PlainCredentials) => LocalFault | null
  /** `nowMs` is Unix time in milliseconds and never the same twice. Rejects when the secret cannot sign. */
  readonly sign: (credentials: PlainCredentials, path: string, nowMs: number) => Promise<SignedRequest>
  readonly classify: (answer: Answer) => Finding
}
