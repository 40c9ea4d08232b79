import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import type { ProviderId } from '../../shared/providers.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Call } from '../context/call.ts'
import type { Parts } from '../context/parts.ts'
import { faultOfBaseUrl } from '../providers/custodian-base-url.ts'
import type { Items } from '../store/items.ts'
import { administerItems } from './administer.ts'

export function administerCustodians(parts: Parts) {
  const items = administerItems(
    {
      kind: 'custodian',
      idOf: ({ custodianId }: Parsed<'custodians.get'>) => custodianId,
      created: ({ tenantId, name, provider, baseUrl = null }: Parsed<'custodians.create'>) =>
        checked({ tenantId, name, provider, baseUrl }),
      updated: ({ name, provider, baseUrl, forgetPinnedAccount }: Parsed<'custodians.update'>) =>
        ok({
          ...(name !== undefined && { name }),
          ...(provider !== undefined && { provider }),
          ...(baseUrl !== undefined && { baseUrl }),
          ...(forgetPinnedAccount && { providerAccount: null }),
        }),
    },
    parts,
  )
  /** Whether a base URL can stand depends on the provider, which may be the stored one; the version keeps that as it is. */
  async function update(input: Parsed<'custodians.update'>, call: Call): Promise<Result<Items['custodian']>> {
    if (input.provider === undefined && input.baseUrl === undefined) return items.update(input, call)
    const stored = await items.get(input, call)
    if (!stored.ok || stored.value.version !== input.version) return items.update(input, call)
    const { provider = stored.value.provider, baseUrl = stored.value.baseUrl } = input
    const valid = checked({ provider, baseUrl })
    return valid.ok ? items.update(input, call) : valid
  }
  return { ...items, update }
}

type Addressed = { readonly provider: ProviderId; readonly baseUrl: string | null }

function checked<Values extends Addressed>(values: Values): Result<Values> {
  const fault = values.baseUrl && faultOfBaseUrl(values.baseUrl, values.provider)
  return fault ? fail('ValidationError', { info: [fault.replace('baseUrl', 'baseUrl:')] }) : ok(values)
}
