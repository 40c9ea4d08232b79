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

/** Short for answers that never come; it is never the connection that a busy machine is too slow for. */
export const shortLimits = { connectMs: 10_000, totalMs: 250, bodyBytes: 1024 * 1024 }

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
