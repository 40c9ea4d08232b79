import type { Id } from '../../../shared/primitives.ts'
import type { Api } from './api.ts'
import { requireCustodian } from './custodian-commands.ts'
import { requireValue } from './remote-error.ts'

/** The tenant that owns a custodian: the one of the token, or as the custodian is listed. */
export async function tenantOf(api: Api, custodianId: Id): Promise<Id> {
  const { tenant } = requireValue(await api.call('session.whoAmI', {}), 'the session cannot be read', api)
  return tenant?.id ?? (await requireCustodian(api, custodianId)).tenantId
}
