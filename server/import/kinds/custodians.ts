import { ProviderId } from '../../../shared/providers.ts'
import { faultOfBaseUrl } from '../../providers/custodian-base-url.ts'
import { address, id, label, oneOf, optional } from '../column.ts'
import { plainKind } from '../kind.ts'

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
  toEntry: (values) => (values.baseUrl && faultOfBaseUrl(values.baseUrl, values.provider)) || values,
  put: (store, entries, by) => store.putCustodians(entries, by),
})
