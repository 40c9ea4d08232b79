import type { ProviderId } from '../../shared/providers.ts'
import type { CredentialPair } from '../vault/credentials.ts'
import { askProvider } from './ask.ts'
import { originOf } from './base-url.ts'
import { copper } from './copper.ts'
import { fireblocks } from './fireblocks.ts'
import { accepted, faultyPair, refused } from './judgement.ts'
import type { Judgement, PlainPair, Provider, Refusal } from './provider.ts'
import { defaultLimits, type Limits } from './transport.ts'
import { createTurnstile } from './turnstile.ts'

export type Target = {
  readonly provider: ProviderId
  /** null means the provider's production API. */
  readonly baseUrl: string | null
  /** Fingerprint that the pair's account must have; null pins nothing. */
  readonly account: string | null
}

export type Judge = {
  /** What is wrong with the pair as far as can be told without asking anybody; null when nothing is. */
  readonly checkLocally: (provider: ProviderId, pair: CredentialPair) => Judgement | null
  /** Asks the provider, within ten seconds. Every fault of the network is a verdict; this does not throw for any. */
  readonly probe: (target: Target, pair: CredentialPair, signal?: AbortSignal) => Promise<Judgement>
}

export type JudgeOptions = {
  /** Unix time in milliseconds. */
  readonly now?: () => number
  /** Turns `simulator:` into the address of the running simulator. */
  readonly resolveBaseUrl?: (baseUrl: string) => string
  readonly limits?: Partial<Limits>
}

export const adapters: Readonly<Record<ProviderId, Provider>> = { fireblocks, copper }

/** Probes under way at one origin; bounds memory and sockets, since each may hold a body of 256 KiB. */
const probesPerOrigin = 128

const reveal = (pair: CredentialPair): PlainPair => ({
  apiKey: pair.apiKey.reveal(),
  secretApiKey: pair.secretApiKey.reveal(),
})

const checkPair = (provider: ProviderId, pair: PlainPair): Judgement | null => {
  const fault = adapters[provider].localCheck(pair)
  return fault && faultyPair(provider, fault)
}

const notAsked = (cause: string): Refusal => ({ verdict: 'unreachable', cause, source: 'local' })

/** How far the times of requests sent together may run ahead of the clock, in milliseconds. */
const longestLead = 1_000

/**
 * Two requests signed in the same millisecond would look like a replay to a provider that signs over the time alone. A
 * clock that was set back is followed: a provider would refuse the time it showed before.
 */
const neverTheSame = (now: () => number): (() => number) => {
  let last = 0
  return () => {
    const time = now()
    last = last - time > longestLead ? time : Math.max(time, last + 1)
    return last
  }
}

/** Builds the one place that reveals credentials to providers. */
export const createJudge = (options: JudgeOptions = {}): Judge => {
  const nextTime = neverTheSame(options.now ?? Date.now)
  const limits = { ...defaultLimits, ...options.limits }
  const resolve = options.resolveBaseUrl ?? ((baseUrl) => baseUrl)
  const turnstile = createTurnstile(probesPerOrigin)

  const ask = async (target: Target, pair: PlainPair, signal: AbortSignal | undefined): Promise<Judgement> => {
    const { provider, baseUrl } = target
    const adapter = adapters[provider]
    const place = originOf(baseUrl === null ? adapter.baseUrl : resolve(baseUrl), adapter)
    if ('cause' in place) return refused(provider, notAsked(place.cause))
    using pass = turnstile.enter(place.origin)
    if (!pass) return refused(provider, notAsked('busy'))
    const finding = await askProvider({ adapter, pair, origin: place.origin, limits, nextTime, signal })
    return finding.verdict === 'accepted'
      ? accepted(provider, finding.account, target.account)
      : refused(provider, finding)
  }

  return {
    checkLocally: (provider, pair) => checkPair(provider, reveal(pair)),
    probe: async (target, pair, signal) => {
      const plain = reveal(pair)
      return checkPair(target.provider, plain) ?? (await ask(target, plain, signal))
    },
  }
}
