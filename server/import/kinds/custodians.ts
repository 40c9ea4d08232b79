import { ProviderId } from '../../../shared/providers.ts'
import { originOf } from '../../providers/base-url.ts'
import { copper } from '../../providers/copper.ts'
import { fireblocks } from '../../providers/fireblocks.ts'
import { address, id, label, oneOf, optional } from '../column.ts'
import { plainKind } from '../kind.ts'

const adapters = { fireblocks, copper }

function faultOf(baseUrl: string, provider: ProviderId): string | null {
  const origin = originOf(baseUrl, adapters[provider])
  if ('origin' in origin || origin.cause === 'no-simulator') return null
  return origin.cause === 'insecure-base-url'
    ? 'baseUrl must start with https: (http: is only for loopback addresses, since requests carry keys)'
    : 'baseUrl must be an origin such as https://api.example.com, or empty for the provider’s production API'
}

export const custodianKind = plainKind({
  name: 'custodians',
  mark: 'custodianId',
  columns: {
    custodianId: id,
    tenantId: id,
    name: label(200),
    provider: oneOf(ProviderId.options),
    baseUrl: optional(address, null),
  },
  toEntry: (values) => (values.baseUrl && faultOf(values.baseUrl, values.provider)) || values,
  put: (store, entries, by) => store.putCustodians(entries, by),
})
