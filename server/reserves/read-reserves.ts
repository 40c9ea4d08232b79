import { fail } from '../../shared/failure.ts'
import type { Parsed } from '../../shared/operations.ts'
import type { ReservesPage, ReservesReport } from '../../shared/reserves.ts'
import { ok, type Result } from '../../shared/result.ts'
import { pagerOf } from '../context/paging.ts'
import type { Parts } from '../context/parts.ts'

/** A store that cannot be read has its own failure (seed: Errors, reserves 500). */
async function unlessUnreadable<Value>(read: () => Promise<Value>, { log }: Parts): Promise<Result<Value>> {
  try {
    return ok(await read())
  } catch (error) {
    log.error({ err: error }, 'the reserves report could not be read')
    return fail('ReservesUnavailable')
  }
}

/** The report over the whole platform. */
export const readReserves = (
  { contracts = false }: Parsed<'reports.reserves'>,
  parts: Parts,
): Promise<Result<ReservesReport>> => unlessUnreadable(() => parts.store.reservesReport({ contracts }), parts)

export async function readReservesPage(
  input: Parsed<'reports.reservesPage'>,
  parts: Parts,
): Promise<Result<ReservesPage>> {
  const pager = pagerOf('reports.reservesPage', input, parts.salt)
  if (!pager.ok) return pager
  const { request, nextCursor } = pager.value
  return unlessUnreadable(async () => {
    const { rows, next } = await parts.store.reservesPage({ ...request, contracts: input.contracts ?? false })
    return { items: [...rows], nextCursor: nextCursor(next) }
  }, parts)
}
