import type { Id } from '../../../shared/primitives.ts'
import { CommandError } from '../command-error.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Api } from './api.ts'
import { requireValue } from './remote-error.ts'

/** The tenant that owns a custodian: the one of the token, or as the custodian is listed. */
export async function tenantOf(api: Api, custodianId: Id): Promise<Id> {
  const { tenant } = requireValue(await api.call('session.whoAmI', {}), 'the session cannot be read', api)
  if (tenant) return tenant.id
  const custodians = requireValue(await api.call('custodians.list', {}), 'the custodians cannot be listed', api)
  const found = custodians.find(({ id }) => id === custodianId)
  if (found) return found.tenantId
  throw new CommandError(`there is no custodian ${custodianId}, or this token may not see it`, {
    nextStep: 'See "strongroom custodians list".',
    exitCode: exitCodes.notFound,
  })
}
