import type { ProviderId } from '../../shared/providers.ts'
import type { Credentials } from '../vault/credentials.ts'
import { originOf } from './base-url.ts'
import { createTurnstile } from './concurrency-limit.ts'
import { copper } from './copper.ts'
import { fireblocks } from './fireblocks.ts'
import { askProvider } from './probe.ts'
import { accepted, failedLocally, refused } from './probe-result.ts'
import type { PlainCredentials, ProbeResult, Provider, Refusal } from './provider.ts'
import { defaultTransportLimits, type TransportLimits } from './transport.ts'

export type Target = {
  readonly provider: ProviderId
  /** null means the provider's production API. */
  readonly baseUrl: string | null
  /** Fingerprint that the account of the credentials must have; null accepts any. */
  readonly account: string | null
}

export type CredentialValidator = {
  /** What is wrong with the credentials as far as can be checked locally; null if nothing is. */
  readonly checkLocally: (provider: ProviderId, credentials: Credentials) => ProbeResult | null
  /** Probes the provider, within ten seconds. Network errors are verdicts, never exceptions. */
  readonly probe: (target: Target, credentials: Credentials, signal?: AbortSignal) => Promise<ProbeResult>
}

export type ValidatorOptions = {
  /** Unix time in milliseconds. */
  readonly now?: () => number
  /** Resolves `simulator:` to the address of the running simulator. */
  readonly resolveBaseUrl?: (baseUrl: string) => string
  readonly limits?: Partial<TransportLimits>
}

export const adapters: Readonly<Record<ProviderId, Provider>> = { fireblocks, copper }

/** Concurrent probes per origin; bounds memory and sockets, since each may hold a body of 256 KiB. */
const probesPerOrigin = 128

const reveal = (credentials: Credentials): PlainCredentials => ({
  apiKey: credentials.apiKey.reveal(),
  secretApiKey: credentials.secretApiKey.reveal(),
})

const checkCredentials = (provider: ProviderId, credentials: PlainCredentials): ProbeResult | null => {
  const fault = adapters[provider].localCheck(credentials)
  return fault && failedLocally(provider, fault)
}

const notAsked = (cause: string): Refusal => ({ verdict: 'unreachable', cause, source: 'local' })

/** How far the timestamps of concurrent requests may run ahead of the clock, in milliseconds. */
const longestLead = 1_000

/**
 * Two requests signed in the same millisecond would look like a replay to a provider whose signature covers only the
 * time. A clock that was set back is followed: a provider would reject the earlier time.
 */
const neverTheSame = (now: () => number): (() => number) => {
  let last = 0
  return () => {
    const time = now()
    last = last - time > longestLead ? time : Math.max(time, last + 1)
    return last
  }
}

/** Creates the only place that reveals credentials to providers. */
export const createCredentialValidator = (options: ValidatorOptions = {}): CredentialValidator => {
  const nextTime = neverTheSame(options.now ?? Date.now)
  const limits = { ...defaultTransportLimits, ...options.limits }
  const resolve = options.resolveBaseUrl ?? ((baseUrl) => baseUrl)
  const turnstile = createTurnstile(probesPerOrigin)

  const ask = async (
    target: Target,
    credentials: PlainCredentials,
    signal: AbortSignal | undefined,
  ): Promise<ProbeResult> => {
    const { provider, baseUrl } = target
    const adapter = adapters[provider]
    const place = originOf(baseUrl === null ? adapter.baseUrl : resolve(baseUrl), adapter)
    if ('cause' in place) return refused(provider, notAsked(place.cause))
    using pass = turnstile.enter(place.origin)
    if (!pass) return refused(provider, notAsked('busy'))
    const finding = await askProvider({ adapter, credentials, origin: place.origin, limits, nextTime, signal })
    return finding.verdict === 'accepted'
      ? accepted(provider, finding.account, target.account)
      : refused(provider, finding)
  }

  return {
    checkLocally: (provider, credentials) => checkCredentials(provider, reveal(credentials)),
    probe: async (target, credentials, signal) => {
      const plain = reveal(credentials)
      return checkCredentials(target.provider, plain) ?? (await ask(target, plain, signal))
    },
  }
}
