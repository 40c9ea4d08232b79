import { fail } from '../../shared/failure.ts'
import type { ReservesReport } from '../../shared/reserves.ts'
import { type Result, succeed } from '../../shared/result.ts'
import type { Parts } from '../parts.ts'

/** The report over the whole platform; a store that cannot be read has its own failure (seed: Errors, reserves 500). */
export async function readReserves({ store, log }: Parts): Promise<Result<ReservesReport>> {
  try {
    return succeed(await store.reservesReport())
  } catch (error) {
    log.error({ err: error }, 'the reserves report could not be read')
    return fail('ReservesUnavailable')
  }
}
