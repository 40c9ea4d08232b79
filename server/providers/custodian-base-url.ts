import type { ProviderId } from '../../shared/providers.ts'
import { originOf } from './base-url.ts'
import { adapters } from './credential-validator.ts'

/** Why a custodian at this provider cannot have this base URL; null when it can. */
export function faultOfBaseUrl(baseUrl: string, provider: ProviderId): string | null {
  const origin = originOf(baseUrl, adapters[provider])
  if ('origin' in origin || origin.cause === 'no-simulator') return null
  return origin.cause === 'insecure-base-url'
    ? 'baseUrl must start with https: (http: is only for loopback addresses, since requests carry keys)'
    : 'baseUrl must be an origin such as https://api.example.com, or empty for the provider’s production API'
}
