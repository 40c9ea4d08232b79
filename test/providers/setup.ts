import type { Target } from '../../server/providers/judge.ts'
import type { PlainPair } from '../../server/providers/provider.ts'
import { type IssuedPair, type IssueOptions, issuePair } from '../../server/providers/simulator/issue-pair.ts'
import type { Simulator } from '../../server/providers/simulator/simulator.ts'
import type { CredentialPair } from '../../server/vault/credentials.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { Secret } from '../../shared/secret.ts'

export const providerIds: readonly ProviderId[] = ['fireblocks', 'copper']

/** Long enough for every answer that comes at once, short enough for those that never come. */
export const shortLimits = { connectMs: 250, totalMs: 250, bodyBytes: 1024 * 1024 }

export const sealed = (pair: PlainPair): CredentialPair => ({
  apiKey: new Secret(pair.apiKey),
  secretApiKey: new Secret(pair.secretApiKey),
})

export const targetAt = (provider: ProviderId, baseUrl: string | null, account: string | null = null): Target => ({
  provider,
  baseUrl,
  account,
})

export const issueInto = async (
  simulator: Simulator,
  provider: ProviderId,
  options: IssueOptions = {},
): Promise<IssuedPair> => {
  const issued = await issuePair(provider, options)
  simulator.addKey(issued.key)
  return issued
}
