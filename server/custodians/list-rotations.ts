import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Rotation } from '../../shared/rotations.ts'
import type { Call } from '../call.ts'
import type { Parts } from '../parts.ts'

/** The rotations of a custodian, newest first; the open one tells its stage. */
export async function listRotations(
  { custodianId, limit, idempotencyKey }: Parsed<'custodians.rotations'>,
  { principal: { tenantId, tokenId } }: Call,
  { store }: Parts,
): Promise<Result<Rotation[]>> {
  if (!(await store.findCustodian({ custodianId, tenantId }))) return fail('NotFound')
  const begunBy = idempotencyKey === undefined ? null : { tokenId, idempotencyKey }
  return succeed([...(await store.listRotations({ custodianId, limit, begunBy }))])
}

export async function findRotation(
  { custodianId, rotationId }: Parsed<'custodians.rotation'>,
  { principal: { tenantId } }: Call,
  { store }: Parts,
): Promise<Result<Rotation>> {
  const seen = await store.findCustodian({ custodianId, tenantId })
  const rotation = seen && (await store.findRotation(custodianId, rotationId))
  return rotation ? succeed(rotation) : fail('NotFound')
}
