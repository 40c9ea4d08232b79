import { createHash } from 'node:crypto'
import { type ProviderId, providers } from '../../shared/providers.ts'
import { sentenceFor } from './messages.ts'
import type { LocalFault, ProbeResult, Refusal } from './provider.ts'

/** `key=value` words in a fixed order; members without a value are left out. */
const words = (members: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/** The credentials break a local rule; the provider was not contacted. */
export const failedLocally = (provider: ProviderId, { check, message }: LocalFault): ProbeResult => ({
  verdict: 'wrong-credentials',
  reason: words({ reason: 'wrong-credentials', provider, check }),
  source: 'local',
  message,
})

/** Anything but acceptance. */
export const refused = (provider: ProviderId, refusal: Refusal): ProbeResult => {
  const { verdict, http, code, cause, retryAfterSeconds } = refusal
  return {
    verdict,
    reason: words({ reason: verdict, provider, http, code, cause }),
    source: refusal.source ?? 'provider',
    message: refusal.message ?? sentenceFor(provider, refusal),
    ...(cause === undefined ? {} : { cause }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

/** Hashed, because the ID is provider-supplied text and goes into the audit log. */
const fingerprint = (provider: ProviderId, id: string): string =>
  `${provider}:${createHash('sha256').update(id).digest('hex').slice(0, 32)}`

/**
 * The provider accepted the credentials and identified their account; `pinned` is the fingerprint it must have, if any.
 */
export const accepted = (provider: ProviderId, accountId: string, pinned: string | null): ProbeResult => {
  const account = fingerprint(provider, accountId)
  const title = providers[provider].title
  if (pinned !== null && pinned !== account)
    return {
      verdict: 'different-account',
      reason: words({ reason: 'different-account', provider }),
      source: 'provider',
      message: `The keys are valid, but belong to another ${title} account than this custodian's: use keys of the same account.`,
    }
  return {
    verdict: 'valid',
    reason: words({ reason: 'valid', provider }),
    source: 'provider',
    message: `${title} accepted the keys, and they can list the wallets.`,
    account,
  }
}
