import type { Target } from '../../server/providers/credential-validator.ts'
import type { PlainCredentials } from '../../server/providers/provider.ts'
import {
  type IssuedCredentials,
  type IssueOptions,
  issueCredentials,
} from '../../server/providers/simulator/issue-credentials.ts'
import type { Simulator } from '../../server/providers/simulator/simulator.ts'
import type { Credentials } from '../../server/vault/credentials.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { Secret } from '../../shared/secret.ts'

export const providerIds: readonly ProviderId[] = ['fireblocks', 'copper']

/** Long enough for every answer that comes at once, short enough for those that never come. */
export const shortLimits = { connectMs: 250, totalMs: 250, bodyBytes: 1024 * 1024 }

export const sealed = (credentials: PlainCredentials): Credentials => ({
  apiKey: new Secret(credentials.apiKey),
  secretApiKey: new Secret(credentials.secretApiKey),
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
): Promise<IssuedCredentials> => {
  const issued = await issueCredentials(provider, options)
  simulator.addKey(issued.key)
  return issued
}
