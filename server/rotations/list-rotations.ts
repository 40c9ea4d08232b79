import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Rotation, RotationsPage } from '../../shared/rotations.ts'
import type { Call } from '../context/call.ts'
import { firstPageOf, pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'

/** The newest rotations of a custodian; the open one tells its stage. */
export const listRotations = firstPageOf(listRotationsPage)

/** The rotations of a custodian, newest first, page by page. */
export async function listRotationsPage(
  input: Parsed<'custodians.rotationsPage'>,
  { principal: { tenantId, tokenId } }: Call,
  { store, salt }: Parts,
): Promise<Result<RotationsPage>> {
  const { custodianId, idempotencyKey } = input
  const pager = pagerOf('custodians.rotationsPage', input, salt)
  if (!pager.ok) return pager
  if (!(await store.findCustodian({ custodianId, tenantId }))) return fail('NotFound')
  const begunBy = idempotencyKey === undefined ? null : { tokenId, idempotencyKey }
  const { rows, next } = await store.rotationsPage({ custodianId, begunBy }, pager.value.request)
  return ok({ items: [...rows], nextCursor: pager.value.nextCursor(next) })
}

export async function findRotation(
  { custodianId, rotationId }: Parsed<'custodians.rotation'>,
  { principal: { tenantId } }: Call,
  { store }: Parts,
): Promise<Result<Rotation>> {
  const seen = await store.findCustodian({ custodianId, tenantId })
  const rotation = seen && (await store.findRotation(custodianId, rotationId))
  return rotation ? ok(rotation) : fail('NotFound')
}
