import type { Parts } from '../context/parts.ts'

const between = 10 * 60_000

/** Erases replaced pairs, idempotency records and refused attempts: what is due now, and from then on as it falls due. */
export async function keepErasingExpired(parts: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<Disposable> {
  await eraseDue(parts)
  const timer = setInterval(() => void eraseDue(parts), between).unref()
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

async function eraseDue({ store, clock, log }: Pick<Parts, 'store' | 'clock' | 'log'>): Promise<void> {
  try {
    const { pairs } = await store.eraseExpired({ at: clock.now() })
    if (pairs > 0) log.info({ erased: pairs }, 'pairs that were replaced a day ago are erased')
  } catch (error) {
    log.error({ err: error }, 'expired credentials and records could not be erased; retrying')
  }
}
